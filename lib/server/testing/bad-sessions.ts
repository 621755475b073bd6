import { encode } from "next-auth/jwt"
import { sessionIdOf } from "../../session"
import { testSecret } from "../../session/testing/test-dashboard"
import type { People } from "./signed-in-people"

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Tokens of sessions that were once valid, by how they ended. */
async function endedSessions({ dashboard, pool }: People): Promise<Record<string, string>> {
  const facts = { person: "person", name: null, email: null, roles: ["admin"] }
  async function start(refreshToken = "refresh") {
    const token = crypto.randomUUID()
    const signIn = { ...facts, refreshToken, rolesFrom: "userinfo" } as const
    await dashboard.sessions.start(signIn, sessionIdOf(token))
    return token
  }
  const age = (token: string, column: string, minutes: number) =>
    pool.query(
      `update dashboard.session set ${column} = ${column} - interval '${minutes} min' where id = $1`,
      [sessionIdOf(token)],
    )
  const [idle, old, short, signedOut] = [
    await start(),
    await start(),
    await start(""),
    await start(),
  ]
  await age(idle, "used_at", 31)
  await age(old, "signed_in_at", 481)
  await age(short, "signed_in_at", 16)
  await dashboard.sessions.end(sessionIdOf(signedOut))
  return {
    "of an idle session": idle,
    "of an old session": old,
    "of a session of 16 minutes without a refresh token": short,
    "of a session that was signed out": signedOut,
  }
}

/** Invalid session cookies made from a valid one, by what is wrong with them. */
export async function badSessions(good: string, people: People): Promise<Record<string, string>> {
  const [name = "", token = ""] = good.split("=")
  const flipped = (at: number) =>
    token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1)
  const claims = { sub: "admin", roles: ["admin"], sid: sessionIdOf(token) }
  const values = {
    "tampered with at its head": flipped(0),
    "tampered with in its middle": flipped(Math.floor(token.length / 2)),
    "tampered with at its end": flipped(token.length - 1),
    "cut short": token.slice(0, -1),
    "with more behind it": `${token}A`,
    "of a session that never was": crypto.randomUUID(),
    "the session's id in the table": sessionIdOf(token),
    "claims under the dashboard's own secret": await encode({ token: claims, secret: testSecret }),
    "of alg none": `${encoded({ alg: "none" })}.${encoded(claims)}.`,
    "a statement": "' or true --",
    ...(await endedSessions(people)),
  }
  return Object.fromEntries(
    Object.entries(values).map(([what, value]) => [what, `${name}=${value}`]),
  )
}
