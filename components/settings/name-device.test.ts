import { expect, test } from "vitest"
import { nameDevice } from "./name-device"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    "Chrome, Windows, computer",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge, Windows, computer",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/124.0.0.0`,
    "Opera, Linux, computer",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Firefox, macOS, computer",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
    "Safari, macOS, computer",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    "Safari, iPhone, phone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
    "Chrome, iPad, tablet",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet, Android, phone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    "Chrome, Android, tablet",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    "Chrome, ChromeOS, computer",
  ],
  ["curl/8.5.0", "undefined, undefined, computer"],
  ["", "undefined, undefined, computer"],
  [null, "undefined, undefined, computer"],
])("%s is named %s", (userAgent, named) => {
  const { browser, system, form } = nameDevice(userAgent)
  expect(`${browser}, ${system}, ${form}`).toBe(named)
})

test("a long user agent with repeated text is parsed within 50 ms", () => {
  const started = performance.now()
  for (const piece of ["Android ", "Version/1 ", "Version/1.1.1", "Chrome"])
    nameDevice(piece.repeat(300 / piece.length))
  expect(performance.now() - started).toBeLessThan(50)
})
