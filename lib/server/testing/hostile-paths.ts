import { catalogue } from "../../catalogue"
import { sampleGuid, samplePath } from "./sample-path"

/** Replacements for one segment of a path. */
const parts = [
  "..",
  ".",
  "...",
  "%2e%2e",
  "%2E%2E",
  "%252e%252e",
  "..%2f",
  "..%5c",
  "%c0%ae%c0%ae",
  "..\\",
  "..;",
  "%00",
  "%0d%0aset-cookie:a=b",
  "%0a",
  "%09",
  "%20",
  "%",
  "%zz",
  "%u002e",
  "%f0%9f%92%a5",
  "*",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "0",
  "-1",
  "1e309",
  "' or 1=1 --",
  "%27%20or%201=1--",
  "$(id)",
  "`id`",
  "{moduleId}",
  "%24%7Benv%7D",
  "<script>",
  "%3Cscript%3E",
  "@evil.test",
  ":80",
  "http:",
  "https://evil.test",
  "evil.test%2f..",
  "%3fa=b",
  "%23",
  ";jsessionid=1",
  `${sampleGuid}%00`,
  `${sampleGuid}/..`,
  `${sampleGuid};a=b`,
  `${sampleGuid}.json`,
  `${sampleGuid}%2f..%2f..`,
  `{${sampleGuid}}`,
  sampleGuid.replaceAll("-", ""),
  sampleGuid.replace("-", "\u2010"),
  sampleGuid.replace("0", "\uff10"),
  "a".repeat(5000),
  "\u0000",
  "\u202e",
  "depart\u200bments",
  "\ud800",
] as const

/** Changes of a whole path. */
const wholes: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//evil.test${path}`,
  (path) => `/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/api${path}`,
  (path) => `http://evil.test${path}`,
  (path) => `\\${path}`,
  (path) => path.slice(1),
  (path) => `${path}/`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path};a=b`,
  (path) => `${path}%3flimit=1`,
  (path) => `${path}%23`,
  (path) => `${path}/${path}`,
  (path) => path.replace("/v1", "/v01"),
  (path) => path.replace("/v1", "/V1"),
  (path) => path.replace("/v1", "/v9"),
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replaceAll("/", "%2f"),
  (path) => path.replaceAll("/", "//"),
  (path) => path.toUpperCase(),
]

const inPart = (path: string, at: number, part: string) =>
  path
    .split("/")
    .map((segment, index) => (index === at ? part : segment))
    .join("/")

/**
 * Returns `count` different paths that belong to no operation, spread over all operations; the same
 * ones each time.
 */
export function hostilePaths(count: number): string[] {
  const good = [...new Set(catalogue.operations.map(samplePath))]
  const found = new Set<string>()
  for (const change of wholes) for (const path of good) found.add(change(path))
  for (const path of good)
    for (const [index, part] of parts.entries())
      found.add(inPart(path, 1 + (index % (path.split("/").length - 1)), part))
  for (const known of good) found.delete(known)
  const all = [...found]
  const step = all.length / count
  if (step < 1) throw new Error(`There are ${all.length} hostile paths only.`)
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step)] ?? "")
}
