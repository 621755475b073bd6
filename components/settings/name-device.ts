/** What a browser's own words say that it is; undefined where they do not say it. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly form: "computer" | "phone" | "tablet"
}

/** By the mark of each; who copies another's mark comes before the other. */
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

/** Browser and system out of the header `user-agent`, which is any text that a client likes. */
export function nameDevice(userAgent: string | null): Device {
  const text = userAgent ?? ""
  const find = (marks: typeof browsers) => marks.find(([mark]) => mark.test(text))?.[1]
  return { browser: find(browsers), system: find(systems), form: formOf(text) }
}
