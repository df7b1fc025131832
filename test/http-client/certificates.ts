/** The host in the certificates. */
export const CERTIFIED_HOST = "hooks.example.test";

/* secretlint-disable -- The key of both certificates; for tests only. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDxtVov/ANO9Lx1Z6
dmb+lvr60I2vkCtL+Da/t70doX+hRANCAARmOp525ZzwV4EryCYzHvhAlkgTzetA
quZ5zR963Xy3H1+RgrCQ/s1unQrd9tNsUautPK+5T7BRPXhzT9OGZR3Q
-----END PRIVATE KEY-----`;
/* secretlint-enable */

/** Self-signed, valid for a hundred years. */
export const GOOD = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBazCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJob29rcy5l
eGFtcGxlLnRlc3QwIBcNMjAwMTAyMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEmhvb2tzLmV4YW1wbGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABGY6nnblnPBXgSvIJjMe+ECWSBPN60Cq5nnNH3rdfLcfX5GCsJD+zW6d
Ct3202xRq608r7lPsFE9eHNP04ZlHdCjQDA+MB0GA1UdEQQWMBSCEmhvb2tzLmV4
YW1wbGUudGVzdDAdBgNVHQ4EFgQUZgcE4URDlTxWNbRNv03l25ImnM0wCgYIKoZI
zj0EAwIDSAAwRQIhAJjpO7jfLdXF5OSZJ3YopsMjliNnG8qee3cU3Ycy7qm0AiAd
eONatVisTg7UEaFcYgvwYJNvm5LlbT08GCGC0anV1w==
-----END CERTIFICATE-----`,
};

/** Self-signed, expired in 2020. */
export const EXPIRED = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBaTCCAQ+gAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJob29rcy5l
eGFtcGxlLnRlc3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAxMDAwMDAwWjAdMRsw
GQYDVQQDDBJob29rcy5leGFtcGxlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAARmOp525ZzwV4EryCYzHvhAlkgTzetAquZ5zR963Xy3H1+RgrCQ/s1unQrd
9tNsUautPK+5T7BRPXhzT9OGZR3Qo0AwPjAdBgNVHREEFjAUghJob29rcy5leGFt
cGxlLnRlc3QwHQYDVR0OBBYEFGYHBOFEQ5U8VjW0Tb9N5duSJpzNMAoGCCqGSM49
BAMCA0gAMEUCIA5boq+2DiBwdsy+2R7HFgNOm+EkHDcqsBMjHZAF8+n7AiEA2duj
bB/obiUq/9cJI7FqCULOzQoM5rtT4xQxC26YO7Q=
-----END CERTIFICATE-----`,
};
