/** A headless client that keeps cookies by path and does not follow redirects. */
export interface CookieBrowser {
  open(url: string, init?: RequestInit): Promise<Response>
  submit(url: string, form: Record<string, string>): Promise<Response>
  /** The Cookie header of a request to the URL. */
  cookiesFor(url: string): string
}

interface Cookie {
  readonly value: string
  readonly path: string
}

function readCookie(line: string): [name: string, cookie: Cookie | undefined] {
  const [pair = "", ...attributes] = line.split(/;\s*/)
  const [name = "", value = ""] = pair.split(/=(.*)/s)
  const attribute = (key: string) =>
    attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
  const expires = attribute("expires")
  const gone = expires !== undefined && Date.parse(expires) < Date.now()
  return [name, gone ? undefined : { value, path: attribute("path") ?? "/" }]
}

export function createCookieBrowser(): CookieBrowser {
  const jar = new Map<string, Cookie>()
  const cookiesFor = (url: string) =>
    [...jar]
      .filter(([, { path }]) => new URL(url).pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(" ")[0]}=${value}`)
      .join("; ")

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, cookie: cookiesFor(url) }
    const response = await fetch(url, { ...init, headers, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [name, cookie] = readCookie(line)
      const key = `${name} ${cookie?.path ?? "/"}`
      if (cookie) jar.set(key, cookie)
      else for (const known of jar.keys()) if (known.startsWith(`${name} `)) jar.delete(known)
    }
    return response
  }
  return {
    open,
    cookiesFor,
    submit: (url, form) => open(url, { method: "POST", body: new URLSearchParams(form) }),
  }
}
