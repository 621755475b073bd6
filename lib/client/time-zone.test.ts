import { describe, expect, test } from "vitest"
import { readTimeZones, zoneInForce } from "./time-zone"

describe("the zone in which times are displayed", () => {
  const zoneBy = (cookies: Readonly<Record<string, string>>) =>
    zoneInForce(readTimeZones((name) => cookies[name]))

  test("is the chosen one rather than the browser's", () => {
    expect(zoneBy({ "time-zone": "Asia/Tokyo", "browser-time-zone": "Europe/Berlin" })).toBe(
      "Asia/Tokyo",
    )
  })

  test("is the browser's if none or an invalid one was chosen", () => {
    expect(zoneBy({ "browser-time-zone": "Europe/Berlin" })).toBe("Europe/Berlin")
    expect(zoneBy({ "time-zone": "Nowhere", "browser-time-zone": "Europe/Berlin" })).toBe(
      "Europe/Berlin",
    )
  })

  test("is UTC until the browser has sent a valid one", () => {
    expect(zoneBy({})).toBe("UTC")
    expect(zoneBy({ "browser-time-zone": "<script>" })).toBe("UTC")
  })
})
