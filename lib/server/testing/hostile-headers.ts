import { createHash } from "node:crypto"

const claims = {
  authorization: [
    "Bearer admin",
    "Basic YWRtaW46YWRtaW4=",
    "Bearer null",
    "Bearer eyJhbGciOiJub25lIn0.e30.",
  ],
  cookie: [
    "next-auth.session-token=admin",
    "next-auth.session-token=eyJhbGciOiJub25lIn0.eyJyb2xlcyI6WyJhZG1pbiJdfQ.",
    "__Host-next-auth.session-token=admin; next-auth.session-token.0=a; next-auth.session-token.1=b",
    "__Secure-next-auth.session-token=admin",
    "session=admin; role=admin",
  ],
  "x-middleware-subrequest": [
    "proxy",
    "src/middleware:src/middleware:src/middleware",
    "proxy:proxy:proxy:proxy:proxy",
  ],
  "x-middleware-prefetch": ["1"],
  "x-middleware-rewrite": ["/api/v1.4/departments"],
  "x-nextjs-data": ["1"],
  "next-router-prefetch": ["1"],
  "next-action": ["0".repeat(40)],
  rsc: ["1"],
  "x-forwarded-for": ["127.0.0.1", "10.0.0.1, 127.0.0.1"],
  "x-forwarded-host": ["localhost", "evil.test"],
  "x-forwarded-proto": ["https"],
  "x-forwarded-user": ["admin", "admin@demo.test"],
  forwarded: ["for=127.0.0.1;host=localhost;proto=https"],
  "x-real-ip": ["127.0.0.1"],
  "x-original-url": ["/healthz", "/signin"],
  "x-rewrite-url": ["/readyz"],
  "x-http-method-override": ["GET", "DELETE"],
  "x-user": ["admin"],
  "x-roles": ["admin", "hr,analyst,admin"],
  "x-remote-user": ["admin"],
  "x-auth-request-email": ["admin@demo.test"],
  "x-request-id": ["../../etc/passwd", "1".repeat(4000)],
  host: ["127.0.0.1", "localhost:4010", "evil.test"],
  origin: ["null", "https://evil.test"],
  "cache-control": ["no-cache", "only-if-cached"],
  "if-none-match": ["*"],
  range: ["bytes=0-10"],
  "sec-fetch-site": ["none", "same-origin"],
  "x-vercel-protection-bypass": ["1"],
} as const satisfies Record<string, readonly string[]>

const pairs = Object.entries(claims).flatMap(([name, values]) =>
  values.map((value): [string, string] => [name, value]),
)

/** A number that is always the same for the same text. */
const draw = (text: string, below: number) =>
  createHash("sha256").update(text).digest().readUInt32BE(0) % below

/** Returns `count` different sets of headers, single headers first; the same ones each time. */
export function hostileHeaders(count: number): Record<string, string>[] {
  const sets = new Map<string, Record<string, string>>()
  const add = (set: Record<string, string>) => sets.set(JSON.stringify(set), set)
  for (const [name, value] of pairs) add({ [name]: value })
  for (let round = 0; sets.size < count; round += 1) {
    const size = 2 + draw(`${round} size`, 4)
    const drawn = Array.from(
      { length: size },
      (_, index) => pairs[draw(`${round} ${index}`, pairs.length)] ?? ["", ""],
    )
    add(Object.fromEntries(drawn))
  }
  return [...sets.values()].slice(0, count)
}
