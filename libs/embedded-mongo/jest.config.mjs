// Runs the tests of this package alone, by `npm test` in this folder. The test suite of the project includes them too.
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "es6" }, sourceMaps: "inline" },
    ],
  },
  testTimeout: 60_000,
  maxWorkers: 2,
};
