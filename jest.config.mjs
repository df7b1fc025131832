const swc = ({ tsx }) => ({
  jsc: {
    parser: { syntax: "typescript", tsx },
    transform: { react: { runtime: "automatic", importSource: "preact" } },
    target: "es2023",
  },
  module: { type: "es6" },
  sourceMaps: true,
});

export default {
  testEnvironment: "<rootDir>/test/mongo/recorder/recording-environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/libs/**/test/*.test.ts"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "^.+\\.ts$": ["@swc/jest", swc({ tsx: false })],
    "^.+\\.tsx$": ["@swc/jest", swc({ tsx: true })],
  },
  // Jest loads modules itself, so the hook that lets Node load pages has nothing to do.
  moduleNameMapper: { "/tsx-hook\\.ts$": "<rootDir>/test/pages/without-hook.ts" },
  globalSetup: "<rootDir>/test/support/global-setup.ts",
  globalTeardown: "<rootDir>/test/support/global-teardown.ts",
  testTimeout: 60_000,
  // On two cores: much of the suite waits for processes, browsers and clocks.
  maxWorkers: 3,
  workerIdleMemoryLimit: "1GB",
};
