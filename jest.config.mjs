export default {
  runtime: "<rootDir>/test/runner/native-runtime.ts",
  testSequencer: "<rootDir>/test/runner/slow-folders-first.ts",
  testEnvironment: "<rootDir>/test/mongo/recorder/recording-environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/libs/**/test/*.test.ts"],
  transform: {},
  globalSetup: "<rootDir>/test/support/global-setup.ts",
  globalTeardown: "<rootDir>/test/support/global-teardown.ts",
  // Ends a test or a hook that hangs. Long enough for a slow machine, so that no test sets a limit of its own.
  testTimeout: 300_000,
  // On two cores: much of the suite waits for processes, browsers and clocks.
  maxWorkers: 3,
  // A worker keeps the modules of the tests it has run, and what they hold.
  workerIdleMemoryLimit: "800MB",
};
