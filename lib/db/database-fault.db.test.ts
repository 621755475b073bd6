import { expect, inject, test } from "vitest"
import { findFreePort } from "@/scripts/free-port"
import { databaseFaultOf, databaseFaultTexts, requireWritable } from "./database-fault"
import { openPool } from "./pool"

const base = () => new URL(inject("databaseUrl"))
/** The fault of a statement on a new connection to a database URL. */
async function faultAt(address: URL, statement = "select 1"): Promise<string> {
  const pool = openPool(address.href, { max: 1, waitTimeoutMs: 2000 })
  try {
    await pool.query(statement)
    return "none"
  } catch (error) {
    return databaseFaultOf(error)
  } finally {
    await pool.end()
  }
}

const changed = (change: (address: URL) => void) => {
  const address = base()
  change(address)
  return address
}

test("a refused connection, an unknown host and an unknown database are distinguished", async () => {
  const port = `${await findFreePort()}`
  const nowhere = changed((address) => {
    address.hostname = "127.0.0.1"
    address.port = port
    address.searchParams.delete("host")
  })
  expect(await faultAt(nowhere)).toBe("refused")
  expect(
    await faultAt(
      changed((address) => {
        address.hostname = "nobody.invalid"
        address.searchParams.delete("host")
      }),
    ),
  ).toBe("unknown_host")
  expect(
    await faultAt(
      changed((address) => {
        address.pathname = "/nobody_knows_it"
      }),
    ),
  ).toBe("unknown_database")
  expect(await faultAt(base())).toBe("none")
})

test("a missing privilege and a read-only server are reported", async () => {
  const pool = openPool(base().href, { max: 1 })
  const faultOf = (statement: string) => pool.query(statement).catch(databaseFaultOf)
  await requireWritable(pool)
  // A failed statement closes its connection and so resets its settings.
  expect(await faultOf("create table pg_catalog.planted ()")).toBe("may_not")
  await pool.query("set default_transaction_read_only to on")
  expect(await requireWritable(pool).catch(databaseFaultOf)).toBe("read_only")
  await pool.query("set default_transaction_read_only to on")
  expect(await faultOf("create temporary sequence planted")).toBe("read_only")
  await requireWritable(pool)
  await pool.end()
})

const error = (code: string, message = "planted") => Object.assign(new Error(message), { code })

test.each([
  [error("28P01"), "wrong_password"],
  [error("53100"), "disk_full"],
  [error("ENOSPC"), "disk_full"],
  [error("57P03"), "starting"],
  [error("53300"), "too_many_connections"],
  [error("28000", 'no pg_hba.conf entry for host "::1", no encryption'), "tls_refused"],
  [error("28000", 'role "planted" does not exist'), "unknown_role"],
  [new Error("The server does not support SSL connections"), "tls_refused"],
  [error("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls_refused"],
  [new Error("timeout expired"), "no_answer"],
  [new Error("planted"), "unavailable"],
  ["planted", "unavailable"],
])("%s maps to %s", (found, fault) => expect(databaseFaultOf(found)).toBe(fault))

test("each fault has a text with its cause and what to do", () => {
  for (const text of Object.values(databaseFaultTexts)) expect(text).toMatch(/^[a-z].*: .*\.$/)
})
