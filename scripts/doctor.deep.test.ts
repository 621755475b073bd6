import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findFreePort } from "./free-port"
import { root } from "./root"
import { withDefaults } from "./stack"

/** Runs a command of scripts/run.mjs with these settings and none of the machine's. */
function run(command: string, settings: Record<string, string>) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(REPORTING|AUTH|NEXTAUTH|SERVICE|DATABASE|WORKSPACE|NODE_OPTIONS)/.test(name),
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/run.mjs"), command],
    {
      cwd: root,
      env: { ...Object.fromEntries(own), NODE_ENV: "production", ...settings },
      encoding: "utf8",
    },
  )
  return { status, output: `${stdout}${stderr}` }
}

const incomplete = {
  REPORTING_API_URL: "https://platform.test/api",
  REPORTING_RATE_LIMIT: "many",
  NEXTAUTH_SECRET: "short",
}

test.each(["doctor", "start"])(
  "%s reports all missing and invalid settings at once",
  async (command) => {
    const PORT = `${await findFreePort()}`
    const { status, output } = run(command, { ...incomplete, PORT })
    expect(status).toBe(1)
    for (const sentence of [
      "REPORTING_TOKEN_URL is not set.",
      "REPORTING_CLIENT_SECRET is not set.",
      "AUTH_OIDC_ISSUER is not set.",
      "REPORTING_RATE_LIMIT must be a whole number.",
      "NEXTAUTH_SECRET must have at least 32 characters.",
    ])
      expect(output).toContain(sentence)
    expect(output).not.toContain("Building")
  },
)

test.each(["doctor", "start"])(
  "%s reports an unreadable secret file together with the other settings",
  async (command) => {
    const { NEXTAUTH_SECRET: _, ...others } = incomplete
    const { status, output } = run(command, {
      ...others,
      PORT: `${await findFreePort()}`,
      NEXTAUTH_SECRET_FILE: "/nowhere",
      DATABASE_URL_FILE: "/nowhere",
      REPORTING_CLIENT_SECRET: "planted-secret",
      REPORTING_CLIENT_SECRET_FILE: "/nowhere",
    })
    expect(status).toBe(1)
    for (const sentence of [
      "NEXTAUTH_SECRET_FILE names a file that cannot be read (ENOENT).",
      "DATABASE_URL_FILE names a file that cannot be read (ENOENT).",
      "REPORTING_CLIENT_SECRET and REPORTING_CLIENT_SECRET_FILE are both set; keep one of them.",
      "AUTH_OIDC_ISSUER is not set.",
      "REPORTING_RATE_LIMIT must be a whole number.",
    ])
      expect(output.split(sentence)).toHaveLength(2)
    expect(output).not.toContain("planted-secret")
  },
)

test.each(["doctor", "start"])(
  "%s without a platform still reports an unreadable secret file",
  async (command) => {
    const PORT = `${await findFreePort()}`
    const { status, output } = run(command, { PORT, SERVICE_DATABASE_URL_FILE: "/nowhere" })
    expect(status).toBe(1)
    expect(output).toContain("SERVICE_DATABASE_URL_FILE names a file that cannot be read (ENOENT).")
  },
)

test("without a platform, the doctor has nothing to check", () => {
  const { status, output } = run("doctor", {})
  expect(status).toBe(0)
  expect(output).toContain("needs no settings")
})

test("an empty secret is generated once, and used by the doctor and by start", () => {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-settings-"))
  const secret = () => withDefaults({ NEXTAUTH_SECRET: "" }, directory, 3000)["NEXTAUTH_SECRET"]
  expect(secret()).toMatch(/^.{32,}$/)
  expect(secret()).toBe(secret())
  expect(withDefaults({ NEXTAUTH_SECRET: "own" }, directory, 3000)).toMatchObject({
    NEXTAUTH_SECRET: "own",
    NEXTAUTH_URL: "http://localhost:3000",
  })
  rmSync(directory, { recursive: true })
})
