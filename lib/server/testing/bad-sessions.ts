import { decode, encode } from "next-auth/jwt"
import { testSecret } from "../../session/testing/test-dashboard"
import type { People } from "./signed-in-people"

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const encrypt = (token: Record<string, unknown>, more = {}) =>
  encode({ token, secret: testSecret, maxAge: 3600, ...more })

/** A cookie with the id of a session that was good once, by what happened to it since. */
async function endedSessions({ dashboard, pool }: People): Promise<Record<string, string>> {
  const start = async () =>
    dashboard.sessions.start({
      person: "person",
      name: null,
      email: null,
      roles: ["admin"],
      tokens: { access: "access", rolesFrom: "userinfo" },
    })
  const [idle, old, signedOut] = [await start(), await start(), await start()]
  const age = "update dashboard.session set"
  await pool.query(`${age} used_at = used_at - interval '31 min' where id = $1`, [idle])
  await pool.query(`${age} signed_in_at = signed_in_at - interval '481 min' where id = $1`, [old])
  await dashboard.sessions.end(signedOut)
  return {
    "of an idle session": await encrypt({ sid: idle }),
    "of an old session": await encrypt({ sid: old }),
    "of a session that was signed out": await encrypt({ sid: signedOut }),
  }
}

/** Session cookies that are nobody's, by what is wrong with them, made out of one that is good. */
export async function badSessions(good: string, people: People): Promise<Record<string, string>> {
  const [name = "", token = ""] = good.split("=")
  const sid = `${(await decode({ token, secret: testSecret }))?.["sid"]}`
  const flipped = (at: number) =>
    token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1)
  const otherKey = "another secret of at least thirty-two characters"
  const claims = encoded({ sub: "admin", roles: ["admin"], sid })
  const values = {
    "tampered with in its head": flipped(5),
    "tampered with in its text": flipped(Math.floor(token.length / 2)),
    "tampered with in its tag": flipped(token.length - 8),
    "cut short": token.slice(0, -10),
    expired: await encrypt({ sid }, { maxAge: -60 }),
    "of another key": await encrypt({ sid }, { secret: otherKey }),
    "of a session that never was": await encrypt({ sid: crypto.randomUUID() }),
    "of roles alone": await encrypt({ sub: "admin", roles: ["admin"] }),
    "of alg none": `${encoded({ alg: "none" })}.${claims}.`,
    "of alg none in five parts": `${encoded({ alg: "none", enc: "none" })}..${claims}..`,
    "the bare id": sid,
    ...(await endedSessions(people)),
  }
  return Object.fromEntries(
    Object.entries(values).map(([what, value]) => [what, `${name}=${value}`]),
  )
}
