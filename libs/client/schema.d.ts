// Written by `npm run client` from the OpenAPI document of the scope `user`.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys that verify access tokens (JWKS) */
        get: operations["account.getPublicKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record several tracking events in their order */
        post: operations["analytics.sendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report that a visit is still active */
        post: operations["analytics.heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a visit to the caller */
        post: operations["analytics.identify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/opt-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop recording the visits of a visitor and unlink the earlier ones from their user */
        post: operations["analytics.optOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/pageview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a page view of a session */
        post: operations["analytics.recordPageView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/pageview/{pageViewId}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report how long a page was viewed, for beacons of browsers */
        post: operations["analytics.leavePageByBeacon"];
        delete?: never;
        options?: never;
        head?: never;
        /** Report how long a page was viewed */
        patch: operations["analytics.leavePage"];
        trace?: never;
    };
    "/analytics/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the start of a visit; the id is null when it is not recorded */
        post: operations["analytics.createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/captcha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A captcha to solve, and whether one is required */
        get: operations["account.getCaptcha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with email address and password */
        post: operations["account.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the current session */
        post: operations["account.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in user */
        get: operations["account.getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change display name, locale or time zone of the signed-in user */
        patch: operations["account.updateMe"];
        trace?: never;
    };
    "/auth/oauth/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a sign-in with an external account; the answer is that of a login */
        post: operations["account.completeOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begin a sign-in with an external account */
        get: operations["account.startOAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password; every other session ends */
        post: operations["account.changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a mail with a reset link; the response is the same for an unknown address */
        post: operations["account.forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with the token from the reset mail; every session of the user ends */
        post: operations["account.resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a refresh token for a new access token and a new refresh token */
        post: operations["account.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an account; by default the response does not reveal whether the email address is registered already */
        post: operations["account.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open sessions of the signed-in user */
        get: operations["account.listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the caller's sessions */
        delete: operations["account.revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify an email address with the token from the verification mail */
        post: operations["account.verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the verification mail again; the response is the same for a verified or unknown address */
        post: operations["account.resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio/{bioPageId}/links/{linkId}/click": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count a click on a link of a bio page */
        post: operations["creator.trackLinkClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio/{bioPageId}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a view of a bio page */
        post: operations["analytics.trackBioView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public page of a creator */
        get: operations["creator.getPublicBio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio/{username}/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public page of a creator, embeddable in other sites */
        get: operations["creator.getEmbeddedBio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users the caller has blocked, newest first, with the names of those whom the caller has exchanged messages with */
        get: operations["messaging.listBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Block a user, who can then send no more messages to the caller */
        put: operations["messaging.blockUser"];
        post?: never;
        /** Unblock a user */
        delete: operations["messaging.unblockUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's creator profile */
        get: operations["creator.getMyProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the caller's creator profile; null clears a field */
        patch: operations["creator.updateMyProfile"];
        trace?: never;
    };
    "/creators/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Become a creator */
        post: operations["creator.upgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/usernames/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the caller could become a creator under a username; the upgrade decides */
        get: operations["account.checkUsername"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/analytics/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The most frequent values of a dimension of the own bio page */
        get: operations["analytics.getBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/analytics/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page views of the own bio page, oldest first */
        get: operations["analytics.exportPageViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/analytics/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The funnel from a view of the own bio page to a paid message */
        get: operations["analytics.getFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Totals of the own bio page, without bots and own visits */
        get: operations["analytics.getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/analytics/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The numbers of the own bio page by day (UTC) */
        get: operations["analytics.getTimeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/bio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's bio page */
        get: operations["creator.getBioPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the caller's bio page */
        patch: operations["creator.updateBioPage"];
        trace?: never;
    };
    "/creators/{creatorId}/dm-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change which messages the creator accepts, and their price */
        patch: operations["creator.updateDmSettings"];
        trace?: never;
    };
    "/creators/{creatorId}/earnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pending, available and lifetime earnings of a creator */
        get: operations["wallet.getEarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the caller follows a creator; false for unknown ones */
        get: operations["creator.getFollow"];
        /** Follow a creator; repeated requests change nothing */
        put: operations["creator.followCreator"];
        post?: never;
        /** Unfollow a creator */
        delete: operations["creator.unfollowCreator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's identity check */
        get: operations["creator.getKyc"];
        put?: never;
        /** Start an identity check */
        post: operations["creator.startKyc"];
        /** Abandon the identity check before it is reviewed */
        delete: operations["creator.abandonKyc"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/kyc/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit the identity check for review */
        post: operations["creator.submitKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All links of the caller's bio page in their order, hidden ones included */
        get: operations["creator.listLinks"];
        put?: never;
        /** Add a link at the end of the caller's bio page */
        post: operations["creator.addLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/links/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Reorder the links of the caller's bio page */
        put: operations["creator.orderLinks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a link from the caller's bio page */
        delete: operations["creator.removeLink"];
        options?: never;
        head?: never;
        /** Change a link; null clears a field, the kind cannot change */
        patch: operations["creator.updateLink"];
        trace?: never;
    };
    "/creators/{creatorId}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The address of the caller's bio page as a QR code, an SVG image */
        get: operations["creator.getQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/socials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's accounts on other platforms, oldest first */
        get: operations["creator.listSocials"];
        put?: never;
        /** Add an account on another platform; it is shown once it is verified */
        post: operations["creator.addSocial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/socials/{socialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an account on another platform */
        delete: operations["creator.removeSocial"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/socials/{socialId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify that the account belongs to the caller */
        post: operations["creator.verifySocial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/creators/{creatorId}/vacation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the vacation state */
        get: operations["creator.getVacation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Enter or leave vacation mode */
        patch: operations["creator.setVacation"];
        trace?: never;
    };
    "/discover/category/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active creators with a public page and a verified account on a platform */
        get: operations["creator.discoverCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discover/creators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active creators with public pages, most followed first; only the 200 most followed are considered */
        get: operations["creator.discoverCreators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe an address to mails; its owner gets a link to confirm. The answer is the same for every address */
        post: operations["notification.subscribeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email-subscriptions/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a subscription with the token of its mail, once */
        post: operations["notification.confirmEmailSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email-subscriptions/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a subscription with the link of any of its mails; repeating it changes nothing */
        post: operations["notification.leaveEmailSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The creators that the caller follows, last followed first */
        get: operations["creator.listFollows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gdpr/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Schedule the deletion of the account */
        post: operations["account.requestDeletion"];
        /** Cancel the deletion before it has begun; ended sessions stay ended */
        delete: operations["account.cancelDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gdpr/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a copy of the caller's data; while an export is in progress, the answer is that one */
        post: operations["account.requestExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gdpr/export/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the copy of the caller's data as a JSON document; a large one comes in parts, each of which names the next */
        get: operations["account.downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gdpr/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deletions and exports that the caller has requested, newest first */
        get: operations["account.listGdprRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept the legal text in force; repeating it changes nothing */
        post: operations["content.acceptLegalText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which legal texts the caller has accepted, latest first */
        get: operations["content.listAcceptances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/privacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The privacy policy */
        get: operations["content.getPrivacyPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The terms of service */
        get: operations["content.getTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/{kind}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The days on which the texts of a kind changed, newest first, of the last 50 changes */
        get: operations["content.listPublicLegalVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal/{kind}/versions/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text that was in force at the end of a day */
        get: operations["content.getLegalVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's messages, newest first */
        get: operations["messaging.listInbox"];
        put?: never;
        /** Send a direct message to a creator */
        post: operations["messaging.sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a message to a creator would cost, and whether it could be sent now */
        post: operations["messaging.quoteMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's chat sessions, last active first */
        get: operations["messaging.listChatSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message, for its sender or receiver */
        get: operations["messaging.getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}/appeal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Appeal against the moderation of a message that the caller sent */
        post: operations["messaging.appealModeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a message; a paid one is refunded */
        post: operations["messaging.rejectMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply to a message; the price of a paid one goes to the creator */
        post: operations["messaging.replyToMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a message as its receiver or its sender */
        post: operations["messaging.reportMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a message of the caller was held back or rejected */
        get: operations["messaging.getStatementOfReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's notifications, newest first */
        get: operations["notification.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The channels of each notification for the caller */
        get: operations["notification.getPreferences"];
        /** Change channels of notifications; those not in the request stay as they are */
        put: operations["notification.setPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark every notification as read */
        post: operations["notification.markAllRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** New notifications and changes of the unread count, as server-sent events */
        get: operations["notification.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The number of unread notifications */
        get: operations["notification.countUnread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End mails with the unsubscribe link of one of them; repeating it changes nothing */
        post: operations["notification.unsubscribeMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{notificationId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark one notification as read */
        patch: operations["notification.markRead"];
        trace?: never;
    };
    "/payments/sandbox/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide how a test payment of the caller ends; one that has ended stays as it is. Not in production */
        post: operations["wallet.decideSandboxPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's payouts, newest first */
        get: operations["wallet.listPayouts"];
        put?: never;
        /** Request a payout; the amount leaves the available earnings at once */
        post: operations["wallet.requestPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's payout methods, oldest first */
        get: operations["wallet.listPayoutMethods"];
        put?: never;
        /** Add a payout method */
        post: operations["wallet.createPayoutMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/methods/{methodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a payout method; existing payouts keep it */
        delete: operations["wallet.removePayoutMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/{payoutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the caller's payouts */
        get: operations["wallet.getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/help/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Published help articles, newest first */
        get: operations["content.listHelpArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/help/articles/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One published help article */
        get: operations["content.getHelpArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/help/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The categories of help articles, in their order */
        get: operations["content.listHelpCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/i18n/locales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The locales of the interface */
        get: operations["content.listLocales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/i18n/{locale}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every text of one locale, by key */
        get: operations["content.getLocaleTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/support/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's tickets, latest message first */
        get: operations["content.listOwnTickets"];
        put?: never;
        /** Open a support ticket */
        post: operations["content.openTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/support/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the caller's tickets with its messages */
        get: operations["content.getOwnTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/support/tickets/{ticketId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a message to one of the caller's tickets */
        post: operations["content.writeToTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule the deletion of the account; DELETE /gdpr/delete cancels it
         * @deprecated
         */
        post: operations["account.deleteWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's fan wallet */
        get: operations["wallet.getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/topups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's top-ups, newest first */
        get: operations["wallet.listTopUps"];
        put?: never;
        /** Start adding money to the caller's fan wallet */
        post: operations["wallet.createTopUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/topups/{topupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the caller's top-ups */
        get: operations["wallet.getTopUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/topups/{topupId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a top-up; the wallet is credited once, when the payment provider reports that the charge succeeded */
        post: operations["wallet.confirmTopUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Movements of the caller's fan wallet, newest first */
        get: operations["wallet.listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ErrorEnvelope: {
            /** @constant */
            success: false;
            error: {
                /** @enum {string} */
                code: "VALIDATION_FAILED" | "BUSINESS_RULE_VIOLATION" | "AUTH_UNAUTHORIZED" | "AUTH_FORBIDDEN" | "RESOURCE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_VALUE" | "IDEMPOTENCY_KEY_REUSED" | "THROTTLE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "FEATURE_DISABLED" | "UPSTREAM_TIMEOUT";
                /** @description In the language of Accept-Language, among the active locales */
                message: string;
                /** @description Stays the same in every language */
                i18nKey?: string;
                i18nVars?: Record<string, never>;
                details?: {
                    message: string;
                }[];
                correlationId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account.getPublicKeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Public keys that verify access tokens (JWKS) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            kty: string;
                            crv: string;
                            x: string;
                            y: string;
                            kid: string;
                            use: string;
                            alg: string;
                        }[];
                    };
                };
            };
        };
    };
    "analytics.sendBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each with its kind and the fields of the single request */
                    events: {
                        /** @enum {string} */
                        kind: "PAGE_VIEW" | "LEAVE" | "HEARTBEAT";
                        /** @description As in the single request of that kind */
                        sessionId?: unknown;
                        /** @description As in the single request of that kind */
                        url?: unknown;
                        /** @description As in the single request of that kind */
                        path?: unknown;
                        /** @description As in the single request of that kind */
                        title?: unknown;
                        /** @description As in the single request of that kind */
                        bioPageId?: unknown;
                        /** @description As in the single request of that kind */
                        linkClicked?: unknown;
                        /** @description As in the single request of that kind */
                        pageViewId?: unknown;
                        /** @description As in the single request of that kind */
                        duration?: unknown;
                        /** @description As in the single request of that kind */
                        scrollDepth?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Record several tracking events in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            results: {
                                /** @enum {string} */
                                kind: "PAGE_VIEW" | "LEAVE" | "HEARTBEAT";
                                /**
                                 * Format: uuid
                                 * @description Id of a recorded page view
                                 */
                                id: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "analytics.heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId: string;
                };
            };
        };
        responses: {
            /** @description Report that a visit is still active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Always true */
                            ok: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.identify": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId: string;
                };
            };
        };
        responses: {
            /** @description Link a visit to the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            ok: boolean;
                            /** @description False for a visit without consent or of another user */
                            linked: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.optOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only its hash is stored */
                    visitorId: string;
                };
            };
        };
        responses: {
            /** @description Stop recording the visits of a visitor and unlink the earlier ones from their user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Always true */
                            ok: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.recordPageView": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId: string;
                    url: string;
                    path: string;
                    title?: string;
                    /** Format: uuid */
                    bioPageId?: string;
                    /** Format: uuid */
                    linkClicked?: string;
                };
            };
        };
        responses: {
            /** @description Record a page view of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string | null;
                            /**
                             * Format: date-time
                             * @description Only with an id
                             */
                            enteredAt?: string;
                        };
                    };
                };
            };
        };
    };
    "analytics.leavePageByBeacon": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An unknown id changes nothing */
                pageViewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Seconds on the page */
                    duration: number;
                    /** @description Percent; limited to 0-100 */
                    scrollDepth?: number;
                };
            };
        };
        responses: {
            /** @description Report how long a page was viewed, for beacons of browsers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Always true */
                            ok: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.leavePage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An unknown id changes nothing */
                pageViewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Seconds on the page */
                    duration: number;
                    /** @description Percent; limited to 0-100 */
                    scrollDepth?: number;
                };
            };
        };
        responses: {
            /** @description Report how long a page was viewed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Always true */
                            ok: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.createSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Anonymous id of the client; only its hash is stored */
                    visitorId: string;
                    /** @description Full URL */
                    landingPage: string;
                    /** @description Only `granted` is recorded */
                    consentAnalytics?: string;
                    /**
                     * Format: uuid
                     * @description Needs a trackingToken
                     */
                    bioPageId?: string;
                    /** Format: uuid */
                    creatorId?: string;
                    referrer?: string;
                    /** @description Stored verbatim */
                    utmSource?: string;
                    /** @description Stored verbatim */
                    utmMedium?: string;
                    /** @description Stored verbatim */
                    utmCampaign?: string;
                    /** @description Stored verbatim */
                    utmTerm?: string;
                    /** @description Stored verbatim */
                    utmContent?: string;
                    /** @description Overridden by the user agent */
                    device?: string;
                    /** @description Overridden by the user agent */
                    browser?: string;
                    /** @description Overridden by the user agent */
                    os?: string;
                    /** @description Overridden by the user agent */
                    osVersion?: string;
                    /** @description Pixels */
                    screenWidth?: number;
                    /** @description Pixels */
                    screenHeight?: number;
                    connectionType?: string;
                    /** @description Overridden by the time zone of the visitor's location, if that is known */
                    timezone?: string;
                    language?: string;
                    /** @description Ignored without bioPageId */
                    trackingToken?: string;
                };
            };
        };
        responses: {
            /** @description Record the start of a visit; the id is null when it is not recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /**
                             * Format: uuid
                             * @description Null when nothing was recorded
                             */
                            id: string | null;
                            /**
                             * Format: date-time
                             * @description Only with an id
                             */
                            createdAt?: string;
                        };
                    };
                };
            };
        };
    };
    "account.getCaptcha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A captcha to solve, and whether one is required */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Whether registration, login and forgotten passwords require one now */
                            required: boolean;
                            /** @description The kind of captcha: proof_of_work, sandbox; null when there is none */
                            kind: string | null;
                            /** @description proof_of_work: the token is <challenge>.<counter>, with a counter that you have to find */
                            challenge: string | null;
                            /** @description Leading zero bits that the SHA-256 of the token must have */
                            difficulty: number | null;
                            /** Format: date-time */
                            expiresAt: string | null;
                        };
                    };
                };
            };
        };
    };
    "account.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    deviceName?: string;
                    /** @description Solution of a captcha, when one is required */
                    captchaToken?: string;
                };
            };
        };
        responses: {
            /** @description Sign in with email address and password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description JWT for the Authorization header */
                            accessToken: string;
                            /** @enum {string} */
                            tokenType: "Bearer";
                            /** @description Seconds until the access token expires */
                            expiresIn: number;
                            /** @description In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie */
                            refreshToken?: string;
                            /** @enum {string} */
                            accountStatus: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                            /** Format: date-time */
                            deletionScheduledAt: string | null;
                            user: {
                                /** Format: uuid */
                                id: string;
                                email: string;
                                emailVerified: boolean;
                                username: string | null;
                                displayName: string | null;
                                avatarUrl: string | null;
                                /** @enum {string} */
                                intent: "FAN" | "CREATOR" | "BOTH";
                                /** @enum {string} */
                                status: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                                roles: string[];
                                locale: string;
                                timezone: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                lastLoginAt: string | null;
                            };
                        };
                    };
                };
            };
        };
    };
    "account.logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End the current session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.getMe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            emailVerified: boolean;
                            username: string | null;
                            displayName: string | null;
                            avatarUrl: string | null;
                            /** @enum {string} */
                            intent: "FAN" | "CREATOR" | "BOTH";
                            /** @enum {string} */
                            status: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                            roles: string[];
                            locale: string;
                            timezone: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastLoginAt: string | null;
                        };
                    };
                };
            };
        };
    };
    "account.updateMe": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    displayName?: string;
                    /** @enum {string} */
                    locale?: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Change display name, locale or time zone of the signed-in user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            emailVerified: boolean;
                            username: string | null;
                            displayName: string | null;
                            avatarUrl: string | null;
                            /** @enum {string} */
                            intent: "FAN" | "CREATOR" | "BOTH";
                            /** @enum {string} */
                            status: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                            roles: string[];
                            locale: string;
                            timezone: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastLoginAt: string | null;
                        };
                    };
                };
            };
        };
    };
    "account.completeOAuth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    state: string;
                    /** @description For clients without cookies */
                    browserKey?: string;
                    deviceName?: string;
                };
            };
        };
        responses: {
            /** @description Complete a sign-in with an external account; the answer is that of a login */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description JWT for the Authorization header */
                            accessToken: string;
                            /** @enum {string} */
                            tokenType: "Bearer";
                            /** @description Seconds until the access token expires */
                            expiresIn: number;
                            /** @description In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie */
                            refreshToken?: string;
                            /** @enum {string} */
                            accountStatus: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                            /** Format: date-time */
                            deletionScheduledAt: string | null;
                            user: {
                                /** Format: uuid */
                                id: string;
                                email: string;
                                emailVerified: boolean;
                                username: string | null;
                                displayName: string | null;
                                avatarUrl: string | null;
                                /** @enum {string} */
                                intent: "FAN" | "CREATOR" | "BOTH";
                                /** @enum {string} */
                                status: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                                roles: string[];
                                locale: string;
                                timezone: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                lastLoginAt: string | null;
                            };
                        };
                    };
                };
            };
        };
    };
    "account.startOAuth": {
        parameters: {
            query?: {
                /** @description One of the allowed addresses; the first one when absent */
                redirectUri?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begin a sign-in with an external account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Where to send the browser */
                            authorizationUrl: string;
                            /** @description Returned by the provider together with the code */
                            state: string;
                            /** @description In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie */
                            browserKey?: string;
                        };
                    };
                };
            };
        };
    };
    "account.changePassword": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    /** @description At least 8 characters */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Change the password; every other session ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.forgotPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @description Solution of a captcha, when one is required */
                    captchaToken?: string;
                };
            };
        };
        responses: {
            /** @description Request a mail with a reset link; the response is the same for an unknown address */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** @description At least 8 characters */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Set a new password with the token from the reset mail; every session of the user ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description For clients without cookies */
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description Exchange a refresh token for a new access token and a new refresh token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description JWT for the Authorization header */
                            accessToken: string;
                            /** @enum {string} */
                            tokenType: "Bearer";
                            /** @description Seconds until the access token expires */
                            expiresIn: number;
                            /** @description In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie */
                            refreshToken?: string;
                            /** @enum {string} */
                            accountStatus: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                            /** Format: date-time */
                            deletionScheduledAt: string | null;
                            user: {
                                /** Format: uuid */
                                id: string;
                                email: string;
                                emailVerified: boolean;
                                username: string | null;
                                displayName: string | null;
                                avatarUrl: string | null;
                                /** @enum {string} */
                                intent: "FAN" | "CREATOR" | "BOTH";
                                /** @enum {string} */
                                status: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED" | "DELETED";
                                roles: string[];
                                locale: string;
                                timezone: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                lastLoginAt: string | null;
                            };
                        };
                    };
                };
            };
        };
    };
    "account.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @description At least 8 characters */
                    password: string;
                    displayName?: string;
                    /** @enum {string} */
                    locale?: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                    /** @description Solution of a captcha, when one is required */
                    captchaToken?: string;
                };
            };
        };
        responses: {
            /** @description Create an account; by default the response does not reveal whether the email address is registered already */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            email: string;
                            emailVerified: boolean;
                        };
                    };
                };
            };
        };
    };
    "account.listSessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open sessions of the signed-in user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            deviceName: string | null;
                            userAgentSummary: string | null;
                            country: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastUsedAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            current: boolean;
                        }[];
                    };
                };
            };
        };
    };
    "account.revokeSession": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End one of the caller's sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.verifyEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Verify an email address with the token from the verification mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.resendVerification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Send the verification mail again; the response is the same for a verified or unknown address */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.trackLinkClick": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bioPageId: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count a click on a link of a bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description False for bots, the owner, and hidden links */
                            counted: boolean;
                        };
                    };
                };
            };
        };
    };
    "analytics.trackBioView": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bioPageId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only its hash is stored */
                    visitorId?: string;
                    referrer?: string;
                    /** @description ISO 3166-1 alpha-2; a code that is not assigned counts as absent */
                    country?: string;
                    /** @description mobile, tablet or desktop */
                    device?: string;
                    browser?: string;
                    /** @default false */
                    isEmbed?: boolean;
                };
            };
        };
        responses: {
            /** @description Record a view of a bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Always true */
                            tracked: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.getPublicBio": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public page of a creator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            bioPageId: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Receiver of messages to the creator */
                            userId: string;
                            username: string;
                            displayName: string | null;
                            avatarUrl: string | null;
                            headline: string | null;
                            bio: string;
                            templateId: string | null;
                            /** @enum {string} */
                            level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                            /** @description False during a vacation */
                            dmActive: boolean;
                            /** @description Null while there is none */
                            vacation: {
                                /**
                                 * Format: date-time
                                 * @description Null: open-ended
                                 */
                                end: string | null;
                            } | null;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Decimal amount with two decimals */
                            price: string | null;
                            currency: string;
                            /** @description Visible links in their order */
                            links: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                                title: string | null;
                                url: string | null;
                                icon: string | null;
                                /** @description Position among the links of the creator, from 0 */
                                order: number;
                            }[];
                            /** @description Verified accounts on other platforms */
                            socials: {
                                platform: string;
                                handle: string;
                                url: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "creator.getEmbeddedBio": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public page of a creator, embeddable in other sites */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            bioPageId: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Receiver of messages to the creator */
                            userId: string;
                            username: string;
                            displayName: string | null;
                            avatarUrl: string | null;
                            headline: string | null;
                            bio: string;
                            templateId: string | null;
                            /** @enum {string} */
                            level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                            /** @description False during a vacation */
                            dmActive: boolean;
                            /** @description Null while there is none */
                            vacation: {
                                /**
                                 * Format: date-time
                                 * @description Null: open-ended
                                 */
                                end: string | null;
                            } | null;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Decimal amount with two decimals */
                            price: string | null;
                            currency: string;
                            /** @description Visible links in their order */
                            links: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                                title: string | null;
                                url: string | null;
                                icon: string | null;
                                /** @description Position among the links of the creator, from 0 */
                                order: number;
                            }[];
                            /** @description Verified accounts on other platforms */
                            socials: {
                                platform: string;
                                handle: string;
                                url: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "messaging.listBlocks": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users the caller has blocked, newest first, with the names of those whom the caller has exchanged messages with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                userId: string;
                                username: string | null;
                                displayName: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.blockUser": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Block a user, who can then send no more messages to the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "messaging.unblockUser": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unblock a user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.getMyProfile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's creator profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            userId: string;
                            /** @enum {string} */
                            level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @enum {string} */
                            creatorStatus: "ACTIVE" | "VACATION" | "SUSPENDED" | "BANNED" | "DEACTIVATED";
                            vacationMode: boolean;
                            /** Format: date-time */
                            vacationStart: string | null;
                            /** Format: date-time */
                            vacationEnd: string | null;
                            dmActive: boolean;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Price of the active package */
                            price: string | null;
                            currency: string;
                            headline: string | null;
                            contentCategories: string[];
                            minTimeoutHours: number | null;
                            maxTimeoutHours: number | null;
                            autoReplyText: string | null;
                            /** @description Answered messages of the last 90 days divided by all that were answered, declined or expired, 0-1 */
                            replyRate: number | null;
                            /** @description Median of the last 90 days, estimated */
                            medianReplySeconds: number | null;
                            /**
                             * Format: date-time
                             * @description Time since which the creator accepts messages; null while the creator does not
                             */
                            acceptedDmSince: string | null;
                            totalFollowers: number;
                            totalMessages: number;
                            avgRating: number;
                            /** Format: uuid */
                            bioPageId: string;
                            bioPageUrl: string;
                            username: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.updateMyProfile": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    headline?: string | null;
                    /** @description Stored in lower case, without duplicates */
                    contentCategories?: string[];
                    /** @description Shortest reply window that the creator offers */
                    minTimeoutHours?: number | null;
                    /** @description Longest reply window that the creator offers */
                    maxTimeoutHours?: number | null;
                    autoReplyText?: string | null;
                };
            };
        };
        responses: {
            /** @description Change the caller's creator profile; null clears a field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            userId: string;
                            /** @enum {string} */
                            level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @enum {string} */
                            creatorStatus: "ACTIVE" | "VACATION" | "SUSPENDED" | "BANNED" | "DEACTIVATED";
                            vacationMode: boolean;
                            /** Format: date-time */
                            vacationStart: string | null;
                            /** Format: date-time */
                            vacationEnd: string | null;
                            dmActive: boolean;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Price of the active package */
                            price: string | null;
                            currency: string;
                            headline: string | null;
                            contentCategories: string[];
                            minTimeoutHours: number | null;
                            maxTimeoutHours: number | null;
                            autoReplyText: string | null;
                            /** @description Answered messages of the last 90 days divided by all that were answered, declined or expired, 0-1 */
                            replyRate: number | null;
                            /** @description Median of the last 90 days, estimated */
                            medianReplySeconds: number | null;
                            /**
                             * Format: date-time
                             * @description Time since which the creator accepts messages; null while the creator does not
                             */
                            acceptedDmSince: string | null;
                            totalFollowers: number;
                            totalMessages: number;
                            avgRating: number;
                            /** Format: uuid */
                            bioPageId: string;
                            bioPageUrl: string;
                            username: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.upgrade": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Overrides the user's display name */
                    displayName?: string;
                    /** @description First text of the bio page */
                    bio?: string;
                    /** @description Template of the bio page */
                    themeId?: string;
                    /** @description Required when the user has none */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Become a creator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            creatorId: string;
                            bioPageUrl: string;
                        };
                    };
                };
            };
        };
    };
    "account.checkUsername": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the caller could become a creator under a username; the upgrade decides */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description As it would be stored */
                            username: string;
                            available: boolean;
                            /**
                             * @description Why not; a name on hold is TAKEN
                             * @enum {string|null}
                             */
                            reason: "TAKEN" | "RESERVED" | "INVALID" | null;
                        };
                    };
                };
            };
        };
    };
    "analytics.getBreakdown": {
        parameters: {
            query: {
                /** @description First instant or day (UTC); 30 days before the end when absent */
                from?: string;
                /** @description End (not included; a day is included as a whole); now when absent */
                to?: string;
                /** @description `page` counts page views, the others sessions */
                dimension: "country" | "device" | "browser" | "os" | "referrer" | "utmSource" | "page";
            };
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most frequent values of a dimension of the own bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            /** @enum {string} */
                            dimension: "country" | "device" | "browser" | "os" | "referrer" | "utmSource" | "page";
                            /** @description The 50 most frequent values */
                            items: {
                                value: string | null;
                                count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "analytics.exportPageViews": {
        parameters: {
            query?: {
                /** @description First instant or day (UTC); 30 days before the end when absent */
                from?: string;
                /** @description End (not included; a day is included as a whole); now when absent */
                to?: string;
                format?: "csv" | "json";
                /** @description 1-based page */
                page?: number;
                /** @description Rows in a page */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page views of the own bio page, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: {
                                /** Format: date-time */
                                enteredAt: string;
                                url: string;
                                path: string;
                                title: string | null;
                                /** @description Null when nothing was measured */
                                duration: number | null;
                                /** @description Null when nothing was measured */
                                scrollDepth: number | null;
                                linkClicked: string | null;
                                referrerDomain: string | null;
                                utmSource: string | null;
                                utmMedium: string | null;
                                utmCampaign: string | null;
                                country: string | null;
                                device: string | null;
                                browser: string | null;
                                os: string | null;
                            }[];
                            total: number;
                            page: number;
                            limit: number;
                            totalPages: number;
                            /** @description Sent as it is instead of the list when the format is csv */
                            document?: {
                                contentType: string;
                                fileName: string;
                                text: string;
                            };
                        };
                    } | unknown;
                    "*/*": string;
                };
            };
        };
    };
    "analytics.getFunnel": {
        parameters: {
            query?: {
                /** @description First instant or day (UTC); 30 days before the end when absent */
                from?: string;
                /** @description End (not included; a day is included as a whole); now when absent */
                to?: string;
            };
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel from a view of the own bio page to a paid message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            steps: {
                                /** @enum {string} */
                                step: "BIO_VIEW" | "SESSION" | "ENGAGED" | "LINK_CLICK" | "PAID_MESSAGE";
                                count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "analytics.getOverview": {
        parameters: {
            query?: {
                /** @description First instant or day (UTC); 30 days before the end when absent */
                from?: string;
                /** @description End (not included; a day is included as a whole); now when absent */
                to?: string;
            };
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals of the own bio page, without bots and own visits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            /** @description Without clicks on links */
                            pageViews: number;
                            sessions: number;
                            visitors: number;
                            bioViews: number;
                            linkClicks: number;
                            /** @description Share of the sessions with at most one page view, 0-1 */
                            bounceRate: number;
                            /** @description Seconds on a page; null when nothing was measured */
                            averageDuration: number | null;
                            /** @description Percent; null when nothing was measured */
                            averageScrollDepth: number | null;
                        };
                    };
                };
            };
        };
    };
    "analytics.getTimeseries": {
        parameters: {
            query?: {
                /** @description First instant or day (UTC); 30 days before the end when absent */
                from?: string;
                /** @description End (not included; a day is included as a whole); now when absent */
                to?: string;
                granularity?: "day";
            };
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of the own bio page by day (UTC) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            /** @enum {string} */
                            granularity: "day";
                            points: {
                                /** @description YYYY-MM-DD */
                                date: string;
                                pageViews: number;
                                sessions: number;
                                visitors: number;
                                bioViews: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "creator.getBioPage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            bio: string;
                            templateId: string | null;
                            published: boolean;
                            embedEnabled: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.updateBioPage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    bio?: string;
                    /** @description Null: the default template */
                    templateId?: string | null;
                    /** @description False hides the page */
                    published?: boolean;
                    /** @description Whether other sites may embed the page */
                    embedEnabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the caller's bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            bio: string;
                            templateId: string | null;
                            published: boolean;
                            embedEnabled: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.updateDmSettings": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    dmActive?: boolean;
                    /** @enum {string} */
                    dmType?: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                    /** @description Decimal price of the active package */
                    price?: string;
                    /** @description Title of the package */
                    title?: string;
                    minTimeoutHours?: number;
                };
            };
        };
        responses: {
            /** @description Change which messages the creator accepts, and their price */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            userId: string;
                            /** @enum {string} */
                            level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @enum {string} */
                            creatorStatus: "ACTIVE" | "VACATION" | "SUSPENDED" | "BANNED" | "DEACTIVATED";
                            vacationMode: boolean;
                            /** Format: date-time */
                            vacationStart: string | null;
                            /** Format: date-time */
                            vacationEnd: string | null;
                            dmActive: boolean;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Price of the active package */
                            price: string | null;
                            currency: string;
                            headline: string | null;
                            contentCategories: string[];
                            minTimeoutHours: number | null;
                            maxTimeoutHours: number | null;
                            autoReplyText: string | null;
                            /** @description Answered messages of the last 90 days divided by all that were answered, declined or expired, 0-1 */
                            replyRate: number | null;
                            /** @description Median of the last 90 days, estimated */
                            medianReplySeconds: number | null;
                            /**
                             * Format: date-time
                             * @description Time since which the creator accepts messages; null while the creator does not
                             */
                            acceptedDmSince: string | null;
                            totalFollowers: number;
                            totalMessages: number;
                            avgRating: number;
                            /** Format: uuid */
                            bioPageId: string;
                            bioPageUrl: string;
                            username: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.getEarnings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pending, available and lifetime earnings of a creator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            currency: string;
                            /** @description Price of the open messages after commission, earned when they are answered */
                            pending: string;
                            /** @description Can be paid out now */
                            available: string;
                            /** @description Price of all answered messages after commission */
                            lifetime: string;
                        };
                    };
                };
            };
        };
    };
    "creator.getFollow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the caller follows a creator; false for unknown ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            following: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.followCreator": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow a creator; repeated requests change nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            following: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.unfollowCreator": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unfollow a creator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            following: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.getKyc": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's identity check */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @description The running check; null when none is running */
                            session: {
                                id: string;
                                /** @description Page where the creator shows documents; null: the staff contacts the creator */
                                url: string | null;
                            } | null;
                            /** @description Why the check was rejected, or what is missing */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Time of the last change of status
                             */
                            changedAt: string | null;
                            /**
                             * Format: date-time
                             * @description Time at which the approval expires
                             */
                            validUntil: string | null;
                        };
                    };
                };
            };
        };
    };
    "creator.startKyc": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Start an identity check */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @description The running check; null when none is running */
                            session: {
                                id: string;
                                /** @description Page where the creator shows documents; null: the staff contacts the creator */
                                url: string | null;
                            } | null;
                            /** @description Why the check was rejected, or what is missing */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Time of the last change of status
                             */
                            changedAt: string | null;
                            /**
                             * Format: date-time
                             * @description Time at which the approval expires
                             */
                            validUntil: string | null;
                        };
                    };
                };
            };
        };
    };
    "creator.abandonKyc": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Abandon the identity check before it is reviewed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.submitKyc": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Submit the identity check for review */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                            /** @description The running check; null when none is running */
                            session: {
                                id: string;
                                /** @description Page where the creator shows documents; null: the staff contacts the creator */
                                url: string | null;
                            } | null;
                            /** @description Why the check was rejected, or what is missing */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Time of the last change of status
                             */
                            changedAt: string | null;
                            /**
                             * Format: date-time
                             * @description Time at which the approval expires
                             */
                            validUntil: string | null;
                        };
                    };
                };
            };
        };
    };
    "creator.listLinks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All links of the caller's bio page in their order, hidden ones included */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                            title: string | null;
                            url: string | null;
                            icon: string | null;
                            /** @description Position among the links of the creator, from 0 */
                            order: number;
                            enabled: boolean;
                            /** Format: date-time */
                            startsAt: string | null;
                            /** Format: date-time */
                            endsAt: string | null;
                            /** @description Reported clicks, without those of bots and of the owner */
                            clicks: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "creator.addLink": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default LINK
                     * @enum {string}
                     */
                    kind?: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                    title?: string | null;
                    /** @description LINK, EMBED, VCARD: a web address; EMAIL: a mail address; PHONE: a number with its country code */
                    url?: string | null;
                    /** @description Name of an icon, or an emoji */
                    icon?: string | null;
                    enabled?: boolean;
                    /**
                     * Format: date-time
                     * @description Visible from this instant on
                     */
                    startsAt?: string | null;
                    /**
                     * Format: date-time
                     * @description Visible before this instant; must be after startsAt
                     */
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Add a link at the end of the caller's bio page */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                            title: string | null;
                            url: string | null;
                            icon: string | null;
                            /** @description Position among the links of the creator, from 0 */
                            order: number;
                            enabled: boolean;
                            /** Format: date-time */
                            startsAt: string | null;
                            /** Format: date-time */
                            endsAt: string | null;
                            /** @description Reported clicks, without those of bots and of the owner */
                            clicks: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.orderLinks": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The ids of all links of the page, each once */
                    order: string[];
                };
            };
        };
        responses: {
            /** @description Reorder the links of the caller's bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                            title: string | null;
                            url: string | null;
                            icon: string | null;
                            /** @description Position among the links of the creator, from 0 */
                            order: number;
                            enabled: boolean;
                            /** Format: date-time */
                            startsAt: string | null;
                            /** Format: date-time */
                            endsAt: string | null;
                            /** @description Reported clicks, without those of bots and of the owner */
                            clicks: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "creator.removeLink": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a link from the caller's bio page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.updateLink": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string | null;
                    /** @description LINK, EMBED, VCARD: a web address; EMAIL: a mail address; PHONE: a number with its country code */
                    url?: string | null;
                    /** @description Name of an icon, or an emoji */
                    icon?: string | null;
                    enabled?: boolean;
                    /**
                     * Format: date-time
                     * @description Visible from this instant on
                     */
                    startsAt?: string | null;
                    /**
                     * Format: date-time
                     * @description Visible before this instant; must be after startsAt
                     */
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Change a link; null clears a field, the kind cannot change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "LINK" | "HEADING" | "TEXT" | "SPACER" | "EMAIL" | "PHONE" | "VCARD" | "DM_BUTTON" | "EMBED";
                            title: string | null;
                            url: string | null;
                            icon: string | null;
                            /** @description Position among the links of the creator, from 0 */
                            order: number;
                            enabled: boolean;
                            /** Format: date-time */
                            startsAt: string | null;
                            /** Format: date-time */
                            endsAt: string | null;
                            /** @description Reported clicks, without those of bots and of the owner */
                            clicks: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.getQrCode": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the caller's bio page as a QR code, an SVG image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            document: {
                                contentType: string;
                                fileName: string;
                                text: string;
                            };
                        };
                    } | unknown;
                    "*/*": string;
                };
            };
        };
    };
    "creator.listSocials": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's accounts on other platforms, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Upper case */
                            platform: string;
                            /** @description Lower case, without a leading @ */
                            handle: string;
                            url: string | null;
                            verified: boolean;
                            /** Format: date-time */
                            verifiedAt: string | null;
                            /** @enum {string|null} */
                            method: "OAUTH" | "BIO_CODE" | "ADMIN" | null;
                            /** @description Text that proves the ownership when it is in the description of the account; null once verified */
                            code: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "creator.addSocial": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the platform, in any letter case */
                    platform: string;
                    /** @description Name of the account, in any letter case, with or without @ */
                    handle: string;
                    /** @description https only */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Add an account on another platform; it is shown once it is verified */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Upper case */
                            platform: string;
                            /** @description Lower case, without a leading @ */
                            handle: string;
                            url: string | null;
                            verified: boolean;
                            /** Format: date-time */
                            verifiedAt: string | null;
                            /** @enum {string|null} */
                            method: "OAUTH" | "BIO_CODE" | "ADMIN" | null;
                            /** @description Text that proves the ownership when it is in the description of the account; null once verified */
                            code: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.removeSocial": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
                socialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove an account on another platform */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.verifySocial": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
                socialId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default BIO_CODE
                     * @enum {string}
                     */
                    method?: "OAUTH" | "BIO_CODE";
                    /** @description OAUTH: the token or code that the platform issued after the sign-in */
                    proof?: string;
                };
            };
        };
        responses: {
            /** @description Verify that the account belongs to the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Upper case */
                            platform: string;
                            /** @description Lower case, without a leading @ */
                            handle: string;
                            url: string | null;
                            verified: boolean;
                            /** Format: date-time */
                            verifiedAt: string | null;
                            /** @enum {string|null} */
                            method: "OAUTH" | "BIO_CODE" | "ADMIN" | null;
                            /** @description Text that proves the ownership when it is in the description of the account; null once verified */
                            code: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.getVacation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the vacation state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            creatorStatus: "ACTIVE" | "VACATION" | "SUSPENDED" | "BANNED" | "DEACTIVATED";
                            vacationMode: boolean;
                            /** Format: date-time */
                            vacationStart: string | null;
                            /** Format: date-time */
                            vacationEnd: string | null;
                        };
                    };
                };
            };
        };
    };
    "creator.setVacation": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description CreatorProfile.id of the caller */
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description true enters, false leaves */
                    enabled: boolean;
                    /**
                     * Format: date-time
                     * @description Now when absent
                     */
                    startDate?: string;
                    /**
                     * Format: date-time
                     * @description Open-ended when absent
                     */
                    endDate?: string;
                };
            };
        };
        responses: {
            /** @description Enter or leave vacation mode */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.discoverCategory": {
        parameters: {
            query?: {
                /** @description Content category, in any letter case */
                category?: string;
                /** @description popular, rating or recent; anything else is recent */
                sort?: string;
                dmType?: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description 1-50; default: the setting discover.page_size */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description In any letter case */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active creators with a public page and a verified account on a platform */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            results: {
                                /** Format: uuid */
                                id: string;
                                userId: string;
                                username: string;
                                /** @description The username when there is no display name */
                                displayName: string;
                                /** @description Empty when there is no avatar */
                                avatarUrl: string;
                                /** @enum {string} */
                                level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                                /** @description False during a vacation */
                                dmActive: boolean;
                                totalFollowers: number;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /** @description Whether there is another page */
                            hasMore: boolean;
                        };
                    };
                };
            };
        };
    };
    "creator.discoverCreators": {
        parameters: {
            query?: {
                /** @description 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active creators with public pages, most followed first; only the 200 most followed are considered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            results: {
                                /** Format: uuid */
                                id: string;
                                userId: string;
                                username: string;
                                /** @description The username when there is no display name */
                                displayName: string;
                                /** @description Empty when there is no avatar */
                                avatarUrl: string;
                                /** @enum {string} */
                                level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                                /** @description False during a vacation */
                                dmActive: boolean;
                                totalFollowers: number;
                            }[];
                            /** @description Public pages, also of creators who are not active; at most 200 are counted */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    "notification.subscribeEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Subscribe an address to mails; its owner gets a link to confirm. The answer is the same for every address */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "notification.confirmEmailSubscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Confirm a subscription with the token of its mail, once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "notification.leaveEmailSubscription": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End a subscription with the link of any of its mails; repeating it changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.listFollows": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The creators that the caller follows, last followed first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                creatorId: string;
                                /** @description Null while the creator is hidden, as are the other fields */
                                username: string | null;
                                displayName: string | null;
                                avatarUrl: string | null;
                                /** @enum {string|null} */
                                level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND" | null;
                                /** Format: date-time */
                                followedAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "account.requestDeletion": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Schedule the deletion of the account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            requestId: string;
                            /** @enum {string} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                            /** Format: date-time */
                            scheduledAt: string;
                        };
                    };
                };
            };
        };
    };
    "account.cancelDeletion": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel the deletion before it has begun; ended sessions stay ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            requestId: string;
                            /** @enum {string} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                        };
                    };
                };
            };
        };
    };
    "account.requestExport": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request a copy of the caller's data; while an export is in progress, the answer is that one */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            requestId: string;
                            /** @enum {string} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                        };
                    };
                };
            };
        };
    };
    "account.downloadExport": {
        parameters: {
            query?: {
                /** @description From 1 */
                part?: number;
            };
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download the copy of the caller's data as a JSON document; a large one comes in parts, each of which names the next */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            document: {
                                contentType: string;
                                fileName: string;
                                text: string;
                            };
                        };
                    } | unknown;
                    "*/*": string;
                };
            };
        };
    };
    "account.listGdprRequests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletions and exports that the caller has requested, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            type: "DELETION" | "EXPORT";
                            /** @enum {string} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the request is due
                             */
                            scheduledAt: string;
                            /** Format: date-time */
                            endedAt: string | null;
                            /** @description Where a finished export can be downloaded */
                            downloadUrl: string | null;
                            /**
                             * Format: date-time
                             * @description Until when a finished export can be downloaded
                             */
                            expiresAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "content.acceptLegalText": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "terms" | "privacy";
                    /**
                     * Format: date-time
                     * @description The `lastUpdated` of the text that was read; the current one when absent
                     */
                    version?: string;
                };
            };
        };
        responses: {
            /** @description Accept the legal text in force; repeating it changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            kind: "terms" | "privacy";
                            /**
                             * Format: date-time
                             * @description The `lastUpdated` of the accepted text
                             */
                            version: string;
                            /** Format: date-time */
                            acceptedAt: string;
                        };
                    };
                };
            };
        };
    };
    "content.listAcceptances": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which legal texts the caller has accepted, latest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** @enum {string} */
                                kind: "terms" | "privacy";
                                /**
                                 * Format: date-time
                                 * @description The `lastUpdated` of the accepted text
                                 */
                                version: string;
                                /** Format: date-time */
                                acceptedAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.getPrivacyPolicy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privacy policy */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description HTML */
                            content: string;
                            /**
                             * Format: date-time
                             * @description Null while no text is published
                             */
                            lastUpdated: string | null;
                        };
                    };
                };
            };
        };
    };
    "content.getTerms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terms of service */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description HTML */
                            content: string;
                            /**
                             * Format: date-time
                             * @description Null while no text is published
                             */
                            lastUpdated: string | null;
                        };
                    };
                };
            };
        };
    };
    "content.listPublicLegalVersions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "terms" | "privacy";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days on which the texts of a kind changed, newest first, of the last 50 changes */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Day in UTC, YYYY-MM-DD; getLegalVersion returns its text */
                            date: string;
                            /** @description Whether the text is in force */
                            current: boolean;
                        }[];
                    };
                };
            };
        };
    };
    "content.getLegalVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "terms" | "privacy";
                /** @description Day in UTC, YYYY-MM-DD */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text that was in force at the end of a day */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description HTML */
                            content: string;
                            /**
                             * Format: date-time
                             * @description Null while no text is published
                             */
                            lastUpdated: string | null;
                        };
                    };
                };
            };
        };
    };
    "messaging.listInbox": {
        parameters: {
            query?: {
                /** @description Only sent or only received ones */
                role?: "sender" | "receiver";
                /** @description Only this chat session */
                sessionId?: string;
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's messages, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                sessionId: string;
                                senderId: string;
                                receiverId: string;
                                content: string;
                                /** @enum {string} */
                                dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                                /** @description Decimal price at send time; null for a free message */
                                price: string | null;
                                /** @description What the creator earns of the price by answering; null for a free message */
                                creatorShare: string | null;
                                currency: string;
                                /** @enum {string} */
                                status: "PENDING" | "ESCROWED" | "DELIVERED" | "REPLIED" | "COMPLETED" | "EXPIRED" | "REJECTED";
                                /** Format: date-time */
                                sentAt: string;
                                /** Format: date-time */
                                expiresAt: string;
                                reply: {
                                    /** Format: uuid */
                                    id: string;
                                    content: string;
                                    /** Format: date-time */
                                    sentAt: string;
                                } | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.sendMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The creator's user id */
                    receiverId: string;
                    /** @description Text of the message, 1-2000 UTF-16 code units */
                    content: string;
                    /**
                     * @description Must equal the creator's
                     * @enum {string}
                     */
                    dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                    /** @description Decimal; required unless dmType is FREE, ignored then */
                    price?: string;
                    /** @description Reply window in hours */
                    timeoutHours?: number;
                };
            };
        };
        responses: {
            /** @description Send a direct message to a creator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            messageId: string;
                            /** @enum {string} */
                            status: "PENDING" | "ESCROWED" | "DELIVERED";
                        };
                    };
                };
            };
        };
    };
    "messaging.quoteMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    receiverId: string;
                };
            };
        };
        responses: {
            /** @description What a message to a creator would cost, and whether it could be sent now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            receiverId: string;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Decimal price at send time; null for a free message */
                            minimumPrice: string | null;
                            currency: string;
                            timeoutHours: number;
                            freeRemainingToday: number | null;
                            sendable: boolean;
                            /** @description The error that a send would get */
                            refusal: string | null;
                        };
                    };
                };
            };
        };
    };
    "messaging.listChatSessions": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's chat sessions, last active first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                counterpart: {
                                    userId: string;
                                    username: string | null;
                                    displayName: string | null;
                                    avatarUrl: string | null;
                                };
                                /** Format: date-time */
                                lastMessageAt: string;
                                preview: string;
                                unread: number;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.getMessage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One message, for its sender or receiver */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            sessionId: string;
                            senderId: string;
                            receiverId: string;
                            content: string;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Decimal price at send time; null for a free message */
                            price: string | null;
                            /** @description What the creator earns of the price by answering; null for a free message */
                            creatorShare: string | null;
                            currency: string;
                            /** @enum {string} */
                            status: "PENDING" | "ESCROWED" | "DELIVERED" | "REPLIED" | "COMPLETED" | "EXPIRED" | "REJECTED";
                            /** Format: date-time */
                            sentAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            reply: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** Format: date-time */
                                sentAt: string;
                            } | null;
                            statusLog: {
                                from: string | null;
                                to: string;
                                actor: string;
                                reason: string | null;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "messaging.appealModeration": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Appeal against the moderation of a message that the caller sent */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            appealId: string;
                            /** @enum {string} */
                            status: "OPEN" | "UPHELD" | "REVERSED";
                        };
                    };
                };
            };
        };
    };
    "messaging.rejectMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Reject a message; a paid one is refunded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            messageId: string;
                            /** @enum {string} */
                            status: "REJECTED";
                        };
                    };
                };
            };
        };
    };
    "messaging.replyToMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Reply to a message; the price of a paid one goes to the creator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            messageId: string;
                            /** Format: uuid */
                            replyId: string;
                            /** @enum {string} */
                            status: "COMPLETED";
                        };
                    };
                };
            };
        };
    };
    "messaging.reportMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category: "SPAM" | "HARASSMENT" | "SCAM" | "ILLEGAL" | "SEXUAL" | "OTHER";
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description Report a message as its receiver or its sender */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            reportId: string;
                            /** @enum {string} */
                            status: "OPEN" | "RESOLVED";
                        };
                    };
                };
            };
        };
    };
    "messaging.getStatementOfReasons": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Why a message of the caller was held back or rejected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            messageId: string;
                            decision: string;
                            category: string;
                            ground: string;
                            facts: string;
                            automated: boolean;
                            redress: string;
                            /** Format: date-time */
                            issuedAt: string;
                            /** Format: date-time */
                            appealUntil: string;
                            /**
                             * @description Null when there is no appeal
                             * @enum {string|null}
                             */
                            appealStatus: "OPEN" | "UPHELD" | "REVERSED" | null;
                            /**
                             * Format: date-time
                             * @description When the decision was reversed
                             */
                            reversedAt: string | null;
                        };
                    };
                };
            };
        };
    };
    "notification.list": {
        parameters: {
            query?: {
                /** @description true or false; anything else means no filter */
                read?: string;
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's notifications, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                eventKey: string;
                                title: string;
                                body: string;
                                data: unknown;
                                read: boolean;
                                /** Format: date-time */
                                readAt: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "notification.getPreferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels of each notification for the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Every key, in the order of the specification */
                            preferences: {
                                /** @enum {string} */
                                eventKey: "new_message_creator" | "message_replied_fan" | "message_rejected_refunded" | "message_expired" | "payout_processed" | "email_subscription_confirm" | "moderation_appeal_decided" | "report_resolved" | "kyc_updated" | "level_changed" | "account_deletion_scheduled" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "support_answered";
                                channels: {
                                    IN_APP: boolean;
                                    EMAIL: boolean;
                                    PUSH: boolean;
                                    SMS: boolean;
                                };
                                /** @description Its default channels cannot be switched off */
                                critical: boolean;
                            }[];
                            /**
                             * @description When e-mails are sent; critical ones are always sent at once
                             * @enum {string}
                             */
                            emailMode: "INSTANT" | "DAILY" | "OFF";
                        };
                    };
                };
            };
        };
    };
    "notification.setPreferences": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    preferences: {
                        /** @enum {string} */
                        eventKey: "new_message_creator" | "message_replied_fan" | "message_rejected_refunded" | "message_expired" | "payout_processed" | "email_subscription_confirm" | "moderation_appeal_decided" | "report_resolved" | "kyc_updated" | "level_changed" | "account_deletion_scheduled" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "support_answered";
                        channels: {
                            IN_APP?: boolean;
                            EMAIL?: boolean;
                            PUSH?: boolean;
                            SMS?: boolean;
                        };
                        /** @description Ignored; it allows sending back the answer of this route */
                        critical?: boolean;
                    }[];
                    /** @enum {string} */
                    emailMode?: "INSTANT" | "DAILY" | "OFF";
                };
            };
        };
        responses: {
            /** @description Change channels of notifications; those not in the request stay as they are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Every key, in the order of the specification */
                            preferences: {
                                /** @enum {string} */
                                eventKey: "new_message_creator" | "message_replied_fan" | "message_rejected_refunded" | "message_expired" | "payout_processed" | "email_subscription_confirm" | "moderation_appeal_decided" | "report_resolved" | "kyc_updated" | "level_changed" | "account_deletion_scheduled" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "support_answered";
                                channels: {
                                    IN_APP: boolean;
                                    EMAIL: boolean;
                                    PUSH: boolean;
                                    SMS: boolean;
                                };
                                /** @description Its default channels cannot be switched off */
                                critical: boolean;
                            }[];
                            /**
                             * @description When e-mails are sent; critical ones are always sent at once
                             * @enum {string}
                             */
                            emailMode: "INSTANT" | "DAILY" | "OFF";
                        };
                    };
                };
            };
        };
    };
    "notification.markAllRead": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mark every notification as read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            updated: number;
                        };
                    };
                };
            };
        };
    };
    "notification.stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description New notifications and changes of the unread count, as server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    "notification.countUnread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of unread notifications */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            count: number;
                        };
                    };
                };
            };
        };
    };
    "notification.unsubscribeMails": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End mails with the unsubscribe link of one of them; repeating it changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "notification.markRead": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mark one notification as read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "wallet.decideSandboxPayment": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "SUCCEEDED" | "FAILED" | "CANCELLED";
                };
            };
        };
        responses: {
            /** @description Decide how a test payment of the caller ends; one that has ended stays as it is. Not in production */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            topupId: string;
                            /** @enum {string} */
                            status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
                            /** @description Decimal amount with two decimals */
                            amount: string;
                            currency: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.listPayouts": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's payouts, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                payoutId: string;
                                /** @enum {string} */
                                status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                                /** @description Decimal amount with two decimals */
                                amount: string;
                                currency: string;
                                /** Format: uuid */
                                methodId: string;
                                methodKind: string;
                                methodLabel: string;
                                /** @description Why it failed */
                                reason: string | null;
                                /** Format: date-time */
                                requestedAt: string;
                                /** Format: date-time */
                                settledAt: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "wallet.requestPayout": {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Decimal amount */
                    amount: string;
                    methodId: string;
                };
            };
        };
        responses: {
            /** @description Request a payout; the amount leaves the available earnings at once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            payoutId: string;
                            /** @enum {string} */
                            status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                        };
                    };
                };
            };
        };
    };
    "wallet.listPayoutMethods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's payout methods, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            methodId: string;
                            kind: string;
                            label: string;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "wallet.createPayoutMethod": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the payment provider names it */
                    kind: string;
                    /** @description A name that the creator recognizes; not a full account number */
                    label: string;
                };
            };
        };
        responses: {
            /** @description Add a payout method */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            methodId: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.removePayoutMethod": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                methodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a payout method; existing payouts keep it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "wallet.getPayout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payoutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of the caller's payouts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            payoutId: string;
                            /** @enum {string} */
                            status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                            /** @description Decimal amount with two decimals */
                            amount: string;
                            currency: string;
                            /** Format: uuid */
                            methodId: string;
                            methodKind: string;
                            methodLabel: string;
                            /** @description Why it failed */
                            reason: string | null;
                            /** Format: date-time */
                            requestedAt: string;
                            /** Format: date-time */
                            settledAt: string | null;
                        };
                    };
                };
            };
        };
    };
    "content.listHelpArticles": {
        parameters: {
            query?: {
                /** @description Slug of a category */
                category?: string;
                /** @description Part of title, content or excerpt, in any case */
                search?: string;
                /** @description Exactly true: featured ones only; anything else is no filter */
                featured?: string;
                /** @description Exact locale code */
                locale?: string;
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Published help articles, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                slug: string;
                                title: string;
                                excerpt: string | null;
                                icon: string | null;
                                readTimeMinutes: number | null;
                                isFeatured: boolean;
                                /** Format: date-time */
                                publishedAt: string | null;
                                category: {
                                    name: string;
                                    slug: string;
                                };
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.getHelpArticle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One published help article */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            slug: string;
                            title: string;
                            excerpt: string | null;
                            icon: string | null;
                            readTimeMinutes: number | null;
                            isFeatured: boolean;
                            /** Format: date-time */
                            publishedAt: string | null;
                            category: {
                                name: string;
                                slug: string;
                            };
                            /** @description HTML */
                            content: string;
                        };
                    };
                };
            };
        };
    };
    "content.listHelpCategories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories of help articles, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            slug: string;
                            description: string | null;
                            icon: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "content.listLocales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The locales of the interface */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            code: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                            name: string;
                            /** @enum {string} */
                            direction: "ltr" | "rtl";
                        }[];
                    };
                };
            };
        };
    };
    "content.getLocaleTexts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the codes of /public/i18n/locales */
                locale: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every text of one locale, by key */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            locale: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                            /** @enum {string} */
                            direction: "ltr" | "rtl";
                            messages: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
        };
    };
    "content.listOwnTickets": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's tickets, latest message first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                subject: string;
                                /** @enum {string} */
                                status: "OPEN" | "ANSWERED" | "CLOSED";
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                lastMessageAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.openTicket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject: string;
                    message: string;
                };
            };
        };
        responses: {
            /** @description Open a support ticket */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "content.getOwnTicket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of the caller's tickets with its messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "content.writeToTicket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                };
            };
        };
        responses: {
            /** @description Add a message to one of the caller's tickets */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "account.deleteWithPassword": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The current password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Schedule the deletion of the account; DELETE /gdpr/delete cancels it */
            200: {
                headers: {
                    /** @description Since when: @<seconds> (RFC 9745) */
                    Deprecation?: string;
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: date-time */
                            scheduledAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.getWallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's fan wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            walletId: string;
                            /** @enum {string} */
                            kind: "FAN" | "CREATOR";
                            currency: string;
                            /** @description Decimal amount with two decimals */
                            balance: string;
                            /** @description In escrow, neither released nor refunded */
                            held: string;
                            frozen: boolean;
                        };
                    };
                };
            };
        };
    };
    "wallet.listTopUps": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
                status?: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's top-ups, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                topupId: string;
                                /** @enum {string} */
                                status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
                                /** @description Decimal amount with two decimals */
                                amount: string;
                                currency: string;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "wallet.createTopUp": {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Decimal amount */
                    amount: string;
                };
            };
        };
        responses: {
            /** @description Start adding money to the caller's fan wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            topupId: string;
                            /** @enum {string} */
                            status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
                            /** @description Decimal amount with two decimals */
                            amount: string;
                            currency: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.getTopUp": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                topupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of the caller's top-ups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            topupId: string;
                            /** @enum {string} */
                            status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
                            /** @description Decimal amount with two decimals */
                            amount: string;
                            currency: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.confirmTopUp": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                topupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirm a top-up; the wallet is credited once, when the payment provider reports that the charge succeeded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            topupId: string;
                            /** @enum {string} */
                            status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
                            /** @description Decimal amount with two decimals */
                            amount: string;
                            currency: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.listTransactions": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Movements of the caller's fan wallet, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "TOPUP" | "HOLD" | "RELEASE" | "REFUND" | "PAYOUT" | "PAYOUT_SETTLEMENT" | "PAYOUT_REVERSAL" | "ADJUSTMENT";
                                /** @description Signed: negative when money left the wallet */
                                amount: string;
                                /** @description Decimal amount with two decimals */
                                balanceAfter: string;
                                reference: {
                                    type: string;
                                    id: string;
                                };
                                /** @description What has become of the price of a message since; null for movements that are about none */
                                escrow: {
                                    /** @enum {string} */
                                    status: "HELD" | "RELEASED" | "REFUNDED";
                                    /** @description The creator's user id */
                                    receiverId: string;
                                } | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
}
