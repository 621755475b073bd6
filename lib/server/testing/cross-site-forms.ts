import { ownOrigin } from "./test-bff"

/** How a page of another site can send a request with a person's cookie. */
export interface CrossSiteForm {
  /** Undefined if the page can choose the operation's own method. */
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
}

const evil = "https://evil.test"

export const crossSiteForms: Readonly<Record<string, CrossSiteForm>> = {
  "a link": {
    method: "GET",
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  },
  "an image": {
    method: "GET",
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", referer: `${evil}/` },
  },
  "a script of a sibling host": {
    method: "GET",
    headers: { "sec-fetch-site": "same-site", "sec-fetch-dest": "script" },
  },
  "a form": {
    method: "POST",
    headers: {
      origin: evil,
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
    },
  },
  "a form of plain text": {
    method: "POST",
    headers: { origin: evil, "sec-fetch-site": "cross-site", "content-type": "text/plain" },
  },
  "a fetch": {
    headers: {
      origin: evil,
      "x-requested-with": "dashboard",
      "content-type": "application/json-patch+json",
    },
  },
  "a sandboxed frame": {
    headers: {
      origin: "null",
      "x-requested-with": "dashboard",
      "content-type": "application/json",
    },
  },
  "a page of the same site": {
    headers: {
      origin: ownOrigin,
      "sec-fetch-site": "same-site",
      "x-requested-with": "dashboard",
      "content-type": "application/json",
    },
  },
}
