import { pictureOf, widths, windows } from "./pictures"
import { groups, type Screen } from "./screen"

const shownWidths = { wide: 320, narrow: 120 } as const

const printLine = (screen: Screen) => {
  const cells = widths.map((width) => {
    const file = pictureOf(screen, width)
    return `[<img src="${file}" width="${shownWidths[width]}" alt="${screen.title}, ${width}">](${file})`
  })
  return `| ${[screen.title, ...cells].join(" | ")} |`
}

const printGroup = (title: string, screens: readonly Screen[]) => `## ${title}

| | ${widths.join(" | ")} |
|---|${widths.map(() => "---").join("|")}|
${screens.map(printLine).join("\n")}
`

/** A page that shows every picture, group by group. */
export const printIndex = (screens: readonly Screen[]): string => `# Screenshots

Every page of the dashboard on demo data, light, ${windows.wide.width} and ${windows.narrow.width} pixels wide. \`npm run screenshots\` takes them again and writes this page; \`npm run screenshots -- --dark\` takes the dark pages, into \`.data/screenshots/dark\`.

${Object.entries(groups)
  .map(([group, title]) =>
    printGroup(
      title,
      screens.filter((screen) => screen.group === group),
    ),
  )
  .join("\n")}`
