import type { Page } from "@playwright/test"
import { dashboardUrl } from "./environment"

/** The ways in which a value can reach a browser, each with a function that puts one there. */
export const plants: readonly {
  readonly where: string
  readonly plant: (page: Page, value: string) => Promise<void>
}[] = [
  {
    where: "local storage",
    plant: (page, value) => page.evaluate((text) => localStorage.setItem("x", text), value),
  },
  {
    where: "session storage",
    plant: (page, value) =>
      page.evaluate((text) => sessionStorage.setItem("x", btoa(`a${text}`)), value),
  },
  {
    where: "a cookie",
    plant: (page, value) =>
      page
        .context()
        .addCookies([{ name: "x", value: encodeURIComponent(value), url: dashboardUrl() }]),
  },
  {
    where: "the document",
    plant: (page, value) =>
      page.evaluate((text) => document.body.setAttribute("data-x", text), value),
  },
  {
    where: "an answer",
    plant: async (page, value) => {
      await page.route("**/api/v1.4/planted", (route) =>
        route.fulfill({ json: { nextUrl: `http://x/${value}` } }),
      )
      await page.evaluate(async () => (await fetch("/api/v1.4/planted")).text())
    },
  },
  {
    where: "a header",
    plant: async (page, value) => {
      await page.route("**/api/v1.4/planted", (route) =>
        route.fulfill({ headers: { "x-planted": value }, body: "" }),
      )
      await page.evaluate(async () => (await fetch("/api/v1.4/planted")).text())
    },
  },
  {
    where: "a database of the browser",
    plant: (page, value) =>
      page.evaluate(
        (text) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open("x")
            opening.onupgradeneeded = () => opening.result.createObjectStore("x")
            opening.onsuccess = () => {
              const change = opening.result.transaction("x", "readwrite")
              change.objectStore("x").put({ deep: [text] }, "x")
              change.oncomplete = () => {
                opening.result.close()
                resolve()
              }
            }
          }),
        value,
      ),
  },
  {
    where: "a payload of server components",
    plant: async (page, value) => {
      await page.route("**/planted?_rsc=1", (route) =>
        route.fulfill({
          contentType: "text/x-component",
          body: `0:["$","p",null,{"a":"${value}"}]`,
        }),
      )
      await page.evaluate(async () => (await fetch("/planted?_rsc=1")).text())
    },
  },
  {
    where: "a script",
    plant: async (page, value) => {
      await page.route("**/_next/static/planted.js", (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: `self.planted=atob("${btoa(value)}")`,
        }),
      )
      await page.evaluate(async () => (await fetch("/_next/static/planted.js")).text())
    },
  },
  {
    where: "an error page",
    plant: async (page, value) => {
      await page.route("**/planted-error", (route) =>
        route.fulfill({ status: 500, contentType: "text/html", body: `<pre>at ${value}</pre>` }),
      )
      await page.goto("/planted-error")
    },
  },
]
