import { looks, pictureOf, windows } from "./pictures"
import { groups, type Screen } from "./screen"

const head = looks.map(({ theme, width }) => `${theme}, ${width}`)
const shownWidths = { wide: 320, narrow: 120 } as const

const printLine = (screen: Screen) => {
  const cells = looks.map((look) => {
    const file = pictureOf(screen, look)
    const size = shownWidths[look.width]
    return `[<img src="${file}" width="${size}" alt="${screen.title}, ${look.theme}">](${file})`
  })
  return `| ${[screen.title, ...cells].join(" | ")} |`
}

const printGroup = (title: string, screens: readonly Screen[]) => `## ${title}

| | ${head.join(" | ")} |
|---|${looks.map(() => "---").join("|")}|
${screens.map(printLine).join("\n")}
`

/** A page that shows every picture, group by group. */
export const printIndex = (screens: readonly Screen[]): string => `# Screenshots

Every page of the dashboard on demo data, in both themes, ${windows.wide.width} and ${windows.narrow.width} pixels wide. \`npm run screenshots\` takes them again and writes this page.

${Object.entries(groups)
  .map(([group, title]) =>
    printGroup(
      title,
      screens.filter((screen) => screen.group === group),
    ),
  )
  .join("\n")}`
