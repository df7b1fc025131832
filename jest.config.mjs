export default {
  testEnvironment: "<rootDir>/test/mongo/recorder/recording-environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/libs/**/test/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "es6" }, sourceMaps: "inline" },
    ],
  },
  globalSetup: "<rootDir>/test/support/global-setup.ts",
  globalTeardown: "<rootDir>/test/support/global-teardown.ts",
  testTimeout: 60_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: "1GB",
};
