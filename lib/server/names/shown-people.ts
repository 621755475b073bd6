import "server-only"
import { hash } from "node:crypto"
import { userFieldsOf } from "../../catalogue"
import { createTextCipher, type SecretPair } from "../../encryption"
import { knowsNames, type Session, sessionLimits } from "../../session"

/** Carries, with an answer, which people it shows. */
export const shownHeader = "x-shown-people"

/** Proves which people somebody was shown who may not know all names: theirs are disclosed to them, and nobody else's. */
export interface ShownPeople {
  /** The headers of a record's answer, as text or bytes of JSON. */
  ofRecords(session: Session, record: string, body: string | Uint8Array): Record<string, string>
  /** The headers of any other answer: of its fields of people, its patches and its groups by person. */
  ofAnswer(session: Session, body: object): Record<string, string>
  /** Of which of the ids the person may know the names, by the headers that came with their answers. */
  pick(session: Session, ids: readonly string[], shown: readonly string[]): readonly string[]
}

const lifetimeMs = sessionLimits.absoluteSeconds * 1000
/** More people would make a longer header than every proxy passes; a page of a list has 100 rows. */
const maxPeople = 128
/** Of a digest, in bytes: so long that nobody finds another id that fits. */
const printLength = 16
const timeLength = 8

const printOf = (id: string) => hash("sha256", id, "buffer").subarray(0, printLength)

/** A person's digest, when they were shown it, and the digests of those whom they were shown. */
function packProof(person: string, issuedAt: number, ids: readonly string[]): Buffer {
  const time = Buffer.alloc(timeLength)
  time.writeDoubleBE(issuedAt)
  return Buffer.concat([printOf(person), time, ...ids.map(printOf)])
}

/** The digests, as texts; none where it is another person's, or older than a session lasts. */
function unpackProof(proof: Buffer, person: string, now: number): string[] {
  const start = printLength + timeLength
  if (proof.length < start || !printOf(person).equals(proof.subarray(0, printLength))) return []
  if (now - proof.readDoubleBE(printLength) >= lifetimeMs) return []
  const count = Math.floor((proof.length - start) / printLength)
  return Array.from({ length: count }, (_, at) =>
    proof.toString("latin1", start + at * printLength, start + (at + 1) * printLength),
  )
}

function collectTexts(value: unknown, found: Set<string>) {
  if (typeof value === "string") found.add(value)
  else if (Array.isArray(value)) for (const each of value) collectTexts(each, found)
}

/** What an object says beside its fields: `{ path: "/managerUserId", value }` of a patch, `{ kind: "user", key }` of groups, `{ property: "userId", keys: [{ value }] }` of summaries. */
function collectSaid(value: Readonly<Record<string, unknown>>, fields: ReadonlySet<string>) {
  const { path, kind, property, keys } = value
  if (kind === "user") return value["key"]
  if (typeof property === "string" && fields.has(property) && Array.isArray(keys))
    return keys.map((key) => key.value)
  if (typeof path !== "string") return undefined
  return fields.has(path.slice(path.lastIndexOf("/") + 1)) ? value["value"] : undefined
}

/** The fields that hold a patch as it was sent: JSON in a text. */
const patchFields: ReadonlySet<string> = new Set(["patch", "sentPatch"])

/** Collects the ids that stand in fields of people, however deep. */
function collectPeople(value: unknown, fields: ReadonlySet<string>, found: Set<string>) {
  if (typeof value !== "object" || value === null) return found
  if (Array.isArray(value)) {
    for (const each of value) collectPeople(each, fields, found)
    return found
  }
  const members = value as Readonly<Record<string, unknown>>
  collectTexts(collectSaid(members, fields), found)
  for (const [name, member] of Object.entries(members))
    if (fields.has(name)) collectTexts(member, found)
    else if (typeof member === "string" && patchFields.has(name))
      collectPeople(JSON.parse(member), fields, found)
    else collectPeople(member, fields, found)
  return found
}

const textOf = (body: string | Uint8Array) =>
  typeof body === "string"
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()

/** People under a key derived from the dashboard's secret; a proof is one person's, for as long as a session lasts. */
export function createShownPeople({
  clock,
  ...secrets
}: SecretPair & { clock: () => number }): ShownPeople {
  const cipher = createTextCipher(secrets, "shown people")
  const inPatches = userFieldsOf("department")

  function headersFor({ sub }: Session, ids: ReadonlySet<string>) {
    if (ids.size === 0) return {}
    const proof = packProof(sub, clock(), [...ids].slice(0, maxPeople))
    return { [shownHeader]: cipher.encryptBytes(proof) }
  }

  function open({ sub }: Session, encrypted: string): string[] {
    try {
      return unpackProof(cipher.decryptBytes(encrypted), sub, clock())
    } catch {
      return []
    }
  }

  return {
    ofRecords(session, record, body) {
      const [fields, text] = [userFieldsOf(record), textOf(body)]
      const isThere = [...fields].some((field) => text.includes(`"${field}":`))
      return isThere ? headersFor(session, collectPeople(JSON.parse(text), fields, new Set())) : {}
    },
    ofAnswer: (session, body) => headersFor(session, collectPeople(body, inPatches, new Set())),
    pick(session, ids, shown) {
      if (knowsNames(session.roles)) return ids
      const prints = new Set(shown.flatMap((encrypted) => open(session, encrypted)))
      return ids.filter((id) => prints.has(printOf(id).toString("latin1")))
    },
  }
}
