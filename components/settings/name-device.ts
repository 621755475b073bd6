/** A browser's self-description; undefined members are unknown. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly form: "computer" | "phone" | "tablet"
}

/** Matched in order: a browser that imitates another's token comes before it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, "Windows"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
]

const formOf = (userAgent: string): Device["form"] => {
  if (/\biPad\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return "tablet"
  return /\biPhone\b|\bMobile\b/.test(userAgent) ? "phone" : "computer"
}

/** Parses browser and system from the `user-agent` header, which clients set freely. */
export function nameDevice(userAgent: string | null): Device {
  const text = userAgent ?? ""
  const find = (marks: typeof browsers) => marks.find(([mark]) => mark.test(text))?.[1]
  return { browser: find(browsers), system: find(systems), form: formOf(text) }
}
