/** The text of a version's section of a changelog; undefined where there is none, or nothing in it. */
export function findSection(changelog: string, version: string): string | undefined {
  const lines = changelog.split("\n")
  const start = lines.findIndex((line) => line.startsWith(`## [${version}] - `))
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith("## "))
  const text = rest
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim()
  return text === "" ? undefined : text
}
