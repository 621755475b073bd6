import { describe, expect, test } from "vitest"
import { readTimeZones, zoneInForce } from "./time-zone"

describe("the zone in which times are written", () => {
  const zoneBy = (cookies: Readonly<Record<string, string>>) =>
    zoneInForce(readTimeZones((name) => cookies[name]))

  test("is the chosen one before the browser's", () => {
    expect(zoneBy({ "time-zone": "Asia/Tokyo", "browser-time-zone": "Europe/Berlin" })).toBe(
      "Asia/Tokyo",
    )
  })

  test("is the browser's where none was chosen, or none that there is", () => {
    expect(zoneBy({ "browser-time-zone": "Europe/Berlin" })).toBe("Europe/Berlin")
    expect(zoneBy({ "time-zone": "Nowhere", "browser-time-zone": "Europe/Berlin" })).toBe(
      "Europe/Berlin",
    )
  })

  test("is UTC until the browser has told its own", () => {
    expect(zoneBy({})).toBe("UTC")
    expect(zoneBy({ "browser-time-zone": "<script>" })).toBe("UTC")
  })
})
