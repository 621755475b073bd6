/** Foreign hosts, some similar to the dashboard's; `own` is the dashboard's host and port. */
const hosts = (own: string) => [
  "evil.test",
  "EVIL.TEST",
  "evil.test:443",
  "evil.test.",
  "evil\u3002test",
  "evil\uff0etest",
  "evil\uff61test",
  "\u24d4vil.test",
  "xn--evil-9za.test",
  "1.2.3.4",
  "0x01020304",
  "16909060",
  "[::1]",
  "[::ffff:1.2.3.4]",
  `${own}.evil.test`,
  `${own}@evil.test`,
  `${own}%40evil.test`,
  `evil.test%2f${own}`,
  "127.0.0.1",
  "localhost:1",
]

const nest = (text: string) => `/signin?callbackUrl=${encodeURIComponent(text)}`

const forms: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/`,
  (host) => `HTTP://${host}`,
  (host) => `https:${host}/`,
  (host) => `https:/${host}/`,
  (host) => `https:\\\\${host}\\`,
  (host) => `http:/\\${host}`,
  (host) => `//${host}/`,
  (host) => `///${host}/`,
  (host) => `/////${host}`,
  (host) => `/\\${host}`,
  (host) => `\\\\${host}`,
  (host) => `\\/${host}`,
  (host) => ` \t//${host}`,
  (host) => `/\t/${host}`,
  (host) => `/\r\n/${host}`,
  (host) => `ht\ntps://${host}`,
  (host) => `\u0000//${host}`,
  (host) => `//somebody:secret@${host}/`,
  (host) => `/..//${host}/`,
  (host) => `/.//${host}/`,
  (host) => `/%2f%2f${host}`,
  (host) => `/%5c%5c${host}`,
  (host) => `javascript://${host}/%0aalert(1)`,
  (host) => `data:text/html,//${host}`,
  (host) => `blob:https://${host}/0`,
  (host) => nest(`//${host}/`),
  (host) => nest(nest(`/api/auth/signin?callbackUrl=https://${host}`)),
  (host) => nest(`//${host}/${"a".repeat(6000)}`),
]

/** Every form with every host: 560 redirect targets that lead away if they are trusted. */
export const hostileTargets = (own: string): string[] =>
  hosts(own).flatMap((host) => forms.map((form) => form(host)))
