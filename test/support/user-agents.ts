const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240105.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.230 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";

/** Browsers inside apps, as they present themselves. */
export const APP_BROWSERS = {
  facebookAndroid: `${ANDROID} [FB_IAB/FB4A;FBAV/447.0.0.33.109;IABMV/1;FBPN/com.facebook.katana;]`,
  facebookIos: `${IPHONE} [FBAN/FBIOS;FBAV/451.0.0.39.109;FBBV/566583543;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS]`,
  messenger: `${ANDROID} [FB_IAB/Orca-Android;FBAV/443.0.0.27.110;]`,
  instagram: `${ANDROID} Instagram 305.0.0.34.110 Android (34/14; 420dpi; 1080x2219; Google/google; Pixel 8; shiba; shiba; en_GB; 537288535)`,
  linkedIn: `${IPHONE} [LinkedInApp]/9.29.7712`,
  twitterIos: `${IPHONE} Twitter for iPhone/10.42`,
  twitterAndroid: `${ANDROID} TwitterAndroid`,
  telegram:
    "Mozilla/5.0 (Linux; Android 14; Google Pixel 8 Build/UQ1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 Telegram-Android/10.6.1 (Google Pixel 8; Android 14; SDK 34; HIGH)",
  baidu: `${ANDROID} T7/13.4 SP-engine/2.4 baiduboxapp/13.4.0.11 (Baidu; P1 9)`,
  bing: `${IPHONE} BingSapphire/28.3`,
  yandex: `${ANDROID} YandexSearch/23.1 (Google Pixel 8)`,
} as const;

/** Devices and browsers with a part of a bot's name. */
export const PEOPLE = [
  "Mozilla/5.0 (Linux; Android 13; CUBOT P80 Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 11; CUBOT_NOTE_20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; U; Android 9; de-de; CUBOT Build/PPR1) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
  "Mozilla/5.0 (Linux; Android 14; Google Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  `${DESKTOP} Chrome/120.0.0.0 YaBrowser/24.1.0 Safari/537.36`,
  `${ANDROID} Snapchat/12.70.0.47`,
] as const;

/** Crawlers and previews, most of them with the name of an app. */
export const BOTS = [
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "Twitterbot/1.0",
  "WhatsApp/2.23.20.0 A",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
  "Mozilla/5.0 (X11; Linux x86_64; compatible; archive.org_bot +http://archive.org/details/archive.org_bot)",
  "Mozilla/5.0 (Windows NT 6.1; Win64; x64; +http://www.komodia.com/newwiki/index.php/URL_server_bot) AppleWebKit/537.36",
  "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
  "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; https://zhanzhang.toutiao.com/)",
  "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0 Safari/537.36 Google-InspectionTool/1.0",
  "GoogleOther",
  "Mediapartners-Google",
  "meta-externalfetcher/1.1",
  "acmewebcrawler/1",
  "Mozilla/5.0 SkypeUriPreview Preview/0.5",
  "python-requests/2.31.0",
  "Go-http-client/2.0",
  "Java/17.0.2",
] as const;

/** Programs without a person whose names are not in the specification. */
export const TOOLS = [
  `${DESKTOP} HeadlessChrome/119.0.0.0 Safari/537.36`,
  `${DESKTOP} Chrome/119.0.0.0 Safari/537.36 Chrome-Lighthouse`,
  `${DESKTOP} Chrome/119.0.0.0 Safari/537.36; compatible; ChatGPT-User/1.0; +https://openai.com`,
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)",
  "Mozilla/5.0 (compatible; Perplexity-User/1.0)",
  "axios/1.6.2",
  "okhttp/4.12.0",
  "node",
  "node-superagent/8",
  "undici",
  "Playwright/1.40.0 (x64; ubuntu 22.04) node/18.19",
  "Mozilla/5.0 (Unknown; Linux) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1",
  "Dart/3.2 (dart:io)",
  "GuzzleHttp/7",
  "PostmanRuntime/7.36.0",
  "Apache-HttpClient/5.2 (Java/17.0.2)",
  "libwww-perl/6.72",
  "ia_archiver",
] as const;
