const { join } = require("node:path")

require("./scripts/import-rules/parse-imports.cjs")

/** What each room may import of the project beside itself; scripts compose the programs, tests may import all but app. */
const rooms = {
  "lib/api-page": [],
  "lib/catalogue": [],
  "lib/encryption": [],
  "lib/http-limits": [],
  "lib/settings": [],
  "lib/json-patch": ["lib/catalogue"],
  "lib/contract": ["lib/catalogue"],
  "lib/client": ["lib/catalogue"],
  "lib/db": [],
  "lib/records": ["lib/catalogue", "lib/db", "lib/encryption"],
  "lib/platform": ["lib/catalogue", "lib/db"],
  "lib/session": ["lib/catalogue", "lib/encryption"],
  "lib/server": [
    "lib/api-page",
    "lib/catalogue",
    "lib/contract",
    "lib/http-limits",
    "lib/json-patch",
    "lib/settings",
    "lib/encryption",
    "lib/session",
    "lib/platform",
    "lib/records",
    "lib/db",
  ],
  components: ["lib/catalogue", "lib/client", "lib/json-patch"],
  app: ["components", "lib/client", "lib/server", "lib/session", "lib/catalogue"],
  service: [
    "lib/api-page",
    "lib/catalogue",
    "lib/http-limits",
    "lib/records",
    "lib/db",
    "lib/json-patch",
    "lib/settings",
  ],
  scripts: ["lib", "service", "bench"],
}

const project = "^(app|components|lib|service|scripts|e2e|bench)/"
const product = "^(app|components|lib|service)/|^proxy\\.ts$"
const tests = "\\.test\\.tsx?$|/testing/|^e2e/|^bench/"
const features =
  "activity|audit|copies|departments|edits|erasure|exports|kpis|names|palette|quota|recents|retention|sessions|status|views|workspace"
const sharedComponents = "ui|data-table|charts|edits|saved"
const inPackages = (names) => `(^|/)node_modules/(@types/)?(${names})/`
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to })

const roomRules = Object.entries(rooms).map(([room, others]) =>
  rule(
    `${room.replace("/", "-")}-imports`,
    `${room} imports only ${["itself", ...others].join(", ")}.`,
    { path: room === "app" ? "^(app/|proxy\\.ts$)" : `^${room}/`, pathNot: tests },
    { path: project, pathNot: `^(${[room, ...others].join("|")})/` },
  ),
)

const knownPlaces = `^(${Object.keys(rooms).join("|")}|e2e|bench)/|^[^/]+$`

module.exports = {
  forbidden: [
    ...roomRules,
    rule(
      "room-unknown",
      "A new folder needs its line in the table of rooms.",
      { pathNot: `${knownPlaces}|node_modules|${tests}` },
      {},
    ),
    rule(
      "nothing-imports-app",
      "Only app imports app, and what Next starts with.",
      { pathNot: "^app/|^(proxy|instrumentation)\\.ts$" },
      { path: "^app/" },
    ),
    rule(
      "components-own-folder",
      "A feature imports its own folder and the shared components; features meet in app.",
      { path: "^components/([^/]+)/", pathNot: tests },
      {
        path: "^components/",
        pathNot: `^components/($1|${sharedComponents})/`,
      },
    ),
    rule(
      "features-meet-in-main",
      "A feature of the backend imports no other: what one needs of another is passed by main.ts.",
      { path: `^lib/server/(${features})/`, pathNot: tests },
      { path: `^lib/server/(${features})/`, pathNot: "^lib/server/$1/" },
    ),
    rule(
      "http-knows-no-feature",
      "The pipeline of every route knows the contract, who is signed in and how platform and database fail, and nothing of what it carries.",
      { path: "^lib/server/http/", pathNot: tests },
      {
        path: project,
        pathNot: "^lib/(catalogue|contract|db|http-limits|platform|session)/|^lib/server/http/",
      },
    ),
    rule(
      "reads-know-no-feature",
      "Reads stand between the pipeline and the sources of records; features stand on them.",
      { path: "^lib/server/reads/", pathNot: tests },
      {
        path: project,
        pathNot:
          "^lib/(catalogue|contract|db|json-patch|platform|records|encryption|session)/|^lib/server/(http|reads)/",
      },
    ),
    rule(
      "catalogue-zod-only",
      "The catalogue and the contract are pure: zod is their only package, and they run anywhere.",
      { path: "^lib/(catalogue|contract)/", pathNot: tests },
      { pathNot: [project, inPackages("zod")] },
    ),
    rule(
      "connections-in-db-only",
      "One room connects to PostgreSQL; others are given pools and name their types.",
      { pathNot: `^lib/db/|^scripts/|${tests}` },
      { path: inPackages("pg|pg-[^/]+") },
    ),
    rule(
      "recharts-in-charts-only",
      "The chart library is loaded only where a chart is.",
      { pathNot: "^components/(charts|kpis)/|^bench/" },
      { path: inPackages("recharts") },
    ),
    rule(
      "one-language-in-the-browser",
      "Texts reach pages through messagesOf and catalogues, on the server, so that the browser loads one language; only the heads of files may be in any.",
      {
        pathNot: `^lib/client/messages/(en|da|de|messages|messages-of|load-messages|catalogues)\\.ts$|^lib/client/files/department-keys\\.ts$|${tests}`,
      },
      { path: "^lib/client/messages/(en|da|de)(\\.ts$|/)" },
    ),
    rule(
      "product-without-test-code",
      "What is delivered imports no tests and nothing that stands in a testing folder.",
      { path: product, pathNot: tests },
      { path: tests },
    ),
    rule(
      "product-without-development-packages",
      "What is delivered needs only dependencies, not devDependencies.",
      { path: product, pathNot: tests },
      { dependencyTypes: ["npm-dev"] },
    ),
    rule(
      "package-listed",
      "Every package stands in package.json.",
      {},
      {
        dependencyTypes: ["npm-no-pkg", "npm-unknown"],
      },
    ),
    rule("no-cycle", "Nothing imports itself in a circle.", {}, { circular: true }),
    rule("import-resolves", "Every import leads somewhere.", {}, { couldNotResolve: true }),
    rule(
      "no-orphan",
      "Every file imports something or is imported.",
      { orphan: true, pathNot: `^(app|scripts)/|\\.d\\.ts$|${tests}` },
      {},
    ),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.next/|^bench/baselines/" },
    webpackConfig: { fileName: join(__dirname, "scripts/import-rules/resolve.cjs") },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
}
