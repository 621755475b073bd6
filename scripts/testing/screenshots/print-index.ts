import { looks, pictureOf } from "./pictures"
import type { Screen } from "./screens"

const head = looks.map(({ theme, width }) => `${theme}, ${width}`)

const printLine = (screen: Screen) => {
  const cells = looks.map((look) => `[${look.theme}](${pictureOf(screen, look)})`)
  return `| ${[screen.title, ...cells].join(" | ")} |`
}

/** A page that leads to every picture. */
export const printIndex = (screens: readonly Screen[]): string => `# Screenshots

Every page of the dashboard on demo data, in both themes, 1440 and 390 pixels wide. \`npm run screenshots\` takes them again.

| page | ${head.join(" | ")} |
|---|${looks.map(() => "---").join("|")}|
${screens.map(printLine).join("\n")}
`
