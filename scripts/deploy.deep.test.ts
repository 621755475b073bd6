import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { parseConfig } from "@/lib/server/config"
import { secretSettings } from "@/lib/settings"
import { readConfig } from "@/service/config"
import { programs } from "./package/compile-programs"
import { root } from "./root"

/** The previous secret is set only while a secret is rotated (docs/operations.md). */
const usualSecrets = secretSettings.dashboard.filter((name) => name !== "NEXTAUTH_SECRET_PREVIOUS")

const deploy = (...path: string[]) => join(root, "deploy", ...path)
const read = (...path: string[]) => readFileSync(deploy(...path), "utf8")

/** The longest time a program needs to end after `DRAIN_SECONDS`. */
const endSeconds = 13

const secretsFolder = mkdtempSync(join(tmpdir(), "workplace-reporting-deploy-"))
afterAll(() => rmSync(secretsFolder, { recursive: true }))

const secretValues: Readonly<Record<string, string>> = {
  "database-url": "postgres://dashboard:secret@postgres:5432/dashboard",
}

/** Writes each secret to a file in the test's folder and returns the settings with its path. */
function withSecretFiles(settings: Readonly<Record<string, string>>) {
  const all: readonly string[] = [...secretSettings.dashboard, ...secretSettings.service]
  const secrets = Object.entries(settings).filter(([name]) =>
    all.includes(name.replace(/_FILE$/, "")),
  )
  const files = secrets.flatMap(([name, path]) => {
    if (!name.endsWith("_FILE")) return []
    const file = path.split("/").at(-1) ?? ""
    const own = join(secretsFolder, file)
    writeFileSync(own, secretValues[file] ?? "a secret of thirty-two characters or more")
    return [[name, own] as const]
  })
  return { ...settings, ...Object.fromEntries(files) }
}

/** The names of all settings, from the programs' config modules. */
const known = new Set([
  ...["lib/server/config.ts", "service/config.ts"].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name = ""]) => name,
    ),
  ),
  ...[...secretSettings.dashboard, ...secretSettings.service].map((name) => `${name}_FILE`),
  "HOST",
])

/** Example values for variables that an operator fills in. */
const examples: Readonly<Record<string, string>> = {
  DOMAIN: "reports.company.example",
  SECRETS: "/etc/workplace-reporting/secrets",
  WORKSPACE: "/etc/workplace-reporting/workspace.json",
}

const readVariables = (text: string) =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split(/=(.*)/s))
      .map(([name = "", value = ""]) => [name, value || "filled-in"]),
  )

/** Substitutes `${NAME:?}` and `${NAME:-fallback}` as Compose does. */
const fillIn = (text: string, variables: Readonly<Record<string, string>>) =>
  text.replace(/\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
    const value = variables[name] ?? fallback
    if (value === undefined) throw new Error(`${name} is in no file of examples.`)
    return value
  })

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly secrets?: readonly string[]
  readonly read_only?: boolean
  readonly stop_grace_period?: string
  readonly cap_drop?: readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>
}

const readCompose = (file: string, variables: Readonly<Record<string, string>> = {}) =>
  parse(fillIn(read("docker", file), variables), { merge: true }) as Compose

const expectKnown = (settings: Readonly<Record<string, string>>) =>
  expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])

const expectPrograms = (text: string) => {
  const named = [...text.matchAll(/bin\/([\w-]+)\.mjs/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !Object.hasOwn(programs, name))).toEqual([])
}

test("the settings' names are found in the config modules", () => {
  for (const name of ["PORT", "DATABASE_URL", "SERVICE_PORT", "DRAIN_SECONDS"])
    expect(known).toContain(name)
})

describe("the image", () => {
  const dockerfile = read("docker", "Dockerfile")
  const lines = dockerfile.replaceAll("\\\n", " ").split("\n")
  const valuesOf = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

  it("copies files that exist", () => {
    const sources = valuesOf("COPY").flatMap((copy) =>
      copy.startsWith("--from=") ? [] : copy.split(" ").slice(0, -1),
    )
    expect(sources).toContain("package-lock.json")
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
  })

  it("does not run as root, has one volume, and uses the dashboard's programs, port and health check", () => {
    expect(valuesOf("USER")).toEqual(["node"])
    expect(valuesOf("VOLUME")).toEqual(["/data"])
    const [environment = ""] = valuesOf("ENV")
    const settings = Object.fromEntries(environment.split(/\s+/).map((pair) => pair.split("=")))
    expectKnown(settings)
    expect(valuesOf("EXPOSE")).toEqual([settings["PORT"]])
    expectPrograms(dockerfile)
    expect(dockerfile).toContain("/healthz")
  })

  it("runs on a Node version that is supported first", () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:(22|24)\.\d+\.\d+-[\w-]+-slim$/m)
  })

  it("excludes local settings, data and packages", () => {
    const left = read("docker", "Dockerfile.dockerignore").split("\n")
    for (const name of [".env*", ".data", ".git", ".next", "node_modules"])
      expect(left).toContain(name)
  })
})

describe("the compose file for a trial", () => {
  const { services } = readCompose("compose.yml")
  const settingsOf = (name: string) => services[name]?.environment ?? {}

  it("gives the service and the dashboard valid settings", () => {
    for (const name of ["service", "dashboard"]) expectKnown(settingsOf(name))
    expect(readConfig({ ...settingsOf("service") }).port).toBe(4010)
    expect(parseConfig({ ...settingsOf("dashboard") })).toMatchObject({ port: 3000, isDemo: true })
    expectPrograms(JSON.stringify(services))
  })

  it("exposes only what it states to other machines", () => {
    expect(settingsOf("dashboard")["HOST"]).toBe("127.0.0.1")
    expect(JSON.stringify(services["postgres"])).toContain("127.0.0.1:54320:5432")
  })
})

describe("the compose file with three dashboards", () => {
  const variables = { ...readVariables(read("docker", "three.env.example")), ...examples }
  const compose = readCompose("compose.three.yml", variables)
  const names = ["dashboard-1", "dashboard-2", "dashboard-3"]
  const dashboards = names.map((name) => compose.services[name] ?? {})

  it("gives each dashboard the same complete settings, with every secret as a file", () => {
    for (const { environment = {} } of dashboards) {
      expectKnown(environment)
      expect(environment).toEqual(dashboards[0]?.environment)
      expect(parseConfig(withSecretFiles(environment)).port).toBe(3000)
      for (const name of usualSecrets) {
        expect(environment).not.toHaveProperty(name)
        const file = environment[`${name}_FILE`]?.replace("/run/secrets/", "") ?? name
        expect(compose.secrets).toHaveProperty(file)
      }
    }
  })

  it("makes each file system read-only and leaves each dashboard time to end", () => {
    for (const { read_only, cap_drop, stop_grace_period = "", environment = {} } of dashboards) {
      expect([read_only, cap_drop]).toEqual([true, ["ALL"]])
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(
        Number(environment["DRAIN_SECONDS"]) + endSeconds,
      )
    }
  })

  it("has a load balancer for all three that checks readiness", () => {
    const caddy = read("docker", "Caddyfile")
    const port = dashboards[0]?.environment?.["PORT"]
    expect(caddy).toContain(`reverse_proxy ${names.map((name) => `${name}:${port}`).join(" ")}`)
    expect(caddy).toContain("health_uri /readyz")
  })

  it("documents every secret's file in docs/operations.md", () => {
    const document = readFileSync(join(root, "docs/operations.md"), "utf8")
    for (const name of Object.keys(compose.secrets ?? {})) expect(document).toContain(`\`${name}\``)
  })
})

describe("the systemd unit", () => {
  const unit = read("systemd", "workplace-reporting.service")
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value)
  const settings = {
    ...readVariables(read("systemd", "dashboard.env.example")),
    ...readVariables(valuesOf("Environment").join("\n")),
  }

  it("gives the dashboard valid settings, with every secret as a credential", () => {
    expectKnown(settings)
    expect(parseConfig(withSecretFiles(settings)).port).toBe(3000)
    const credentials = valuesOf("LoadCredential").map((value) => value.split(":")[0])
    const named = Object.entries(settings).flatMap(([name, value]) =>
      name.endsWith("_FILE") && value.startsWith("%d/") ? [value.slice(3)] : [],
    )
    expect(named.toSorted()).toEqual(credentials.toSorted())
    expectPrograms(unit)
  })

  it("leaves the dashboard time to end", () => {
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThanOrEqual(
      Number(settings["DRAIN_SECONDS"]) + endSeconds,
    )
  })

  const analyze = (...options: string[]) =>
    spawnSync("systemd-analyze", options, {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    })
  const isThere = analyze("--version").status === 0

  it.skipIf(!isThere)("is valid and safe according to systemd itself", () => {
    const file = join(secretsFolder, "workplace-reporting.service")
    writeFileSync(file, unit.replace("/usr/bin/node", process.execPath))
    const { status, stderr } = analyze("verify", file)
    expect([status, stderr]).toEqual([0, ""])
    const { stdout } = analyze("security", "--offline=true", file)
    const [, exposure] = /exposure level for .*: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  })
})

interface Kubernetes {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: Readonly<Record<string, unknown>>
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly containers: readonly {
    readonly command: readonly string[]
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
    readonly env: readonly { readonly name: string; readonly value: string }[]
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
    readonly securityContext: Readonly<Record<string, unknown>>
    readonly [probe: `${string}Probe`]: {
      readonly httpGet: { readonly path: string; readonly port: string }
    }
  }[]
  readonly volumes: readonly {
    readonly name: string
    readonly secret?: { readonly secretName: string }
    readonly configMap?: { readonly name: string }
  }[]
}

describe("the Kubernetes manifests", () => {
  const documents = readdirSync(deploy("kubernetes")).flatMap((file) =>
    parseAllDocuments(read("kubernetes", file)).map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS() as Kubernetes
    }),
  )
  const find = (kind: string, name = "workplace-reporting") =>
    documents.find((one) => one.kind === kind && one.metadata.name === name)
  const template = find("Deployment")?.spec?.["template"] as { readonly spec: PodSpec }
  const pod = template.spec
  const [container] = pod.containers
  if (!container) throw new Error("The deployment has no container.")
  const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  const settings: Record<string, string> = { ...find("ConfigMap")?.data, ...own }

  it("give the dashboard valid settings, with every secret as a mounted file", () => {
    expectKnown(settings)
    expect(parseConfig(withSecretFiles(settings)).port).toBe(3000)
    const folder = container.volumeMounts.find(({ name }) => name === "secrets")?.mountPath
    for (const name of usualSecrets) {
      const file = settings[`${name}_FILE`] ?? ""
      expect(file.startsWith(`${folder}/`)).toBe(true)
      expect(find("Secret")?.stringData).toHaveProperty(file.slice(`${folder}/`.length))
    }
    expectPrograms(container.command.join(" "))
  })

  it("define what they mount", () => {
    for (const { secret, configMap } of pod.volumes) {
      if (secret) expect(find("Secret", secret.secretName)).toBeDefined()
      if (configMap) expect(find("ConfigMap", configMap.name)).toBeDefined()
    }
    const volumes = pod.volumes.map(({ name }) => name)
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
  })

  it("probe the dashboard's paths at its port, and leave it time to end", () => {
    expect(`${container.ports[0]?.containerPort}`).toBe(settings["PORT"])
    const paths = ["startup", "liveness", "readiness"].map(
      (probe) => container[`${probe}Probe`]?.httpGet.path,
    )
    expect(paths).toEqual(["/healthz", "/healthz", "/readyz"])
    expect(JSON.stringify(find("NetworkPolicy")?.spec?.["ingress"])).toContain(
      `"port":${settings["PORT"]}`,
    )
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(settings["DRAIN_SECONDS"]) + endSeconds,
    )
  })

  it("run it without root and with a read-only file system", () => {
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    })
  })
})
