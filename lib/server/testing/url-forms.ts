/** Other ways to write an operation's path, `/v1.4/departments`; none of them is that path. */
export const urlForms: Readonly<Record<string, (path: string) => string>> = {
  "a trailing slash": (path) => `${path}/`,
  "an encoded letter": (path) =>
    path.replace(
      /^(\/v[\d.]+\/)(\w)/,
      (_, start: string, letter: string) =>
        `${start}%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`,
    ),
  "an encoded slash": (path) => path.replace(/^(\/v[\d.]+)\//, "$1%2f"),
  "another letter case": (path) =>
    path.replace(
      /^(\/v[\d.]+\/)(\w)/,
      (_, start: string, letter: string) => `${start}${letter.toUpperCase()}`,
    ),
  "a doubled slash": (path) => path.replace(/^(\/v[\d.]+)\//, "$1//"),
}
