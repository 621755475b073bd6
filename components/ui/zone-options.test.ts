import { expect, test } from "vitest"
import { zoneNames, zoneOption } from "./zone-options"

const winter = new Date("2026-01-15T12:00:00Z")
const summer = new Date("2026-07-15T12:00:00Z")

test("a zone is described by its name, its time and its offset at the moment, in the reader's language", () => {
  expect(zoneOption("de", "Europe/Copenhagen", winter)).toEqual({
    zone: "Europe/Copenhagen",
    name: "Europe/Copenhagen",
    time: "Mitteleuropäische Zeit",
    offset: "GMT+1",
  })
  expect(zoneOption("en", "Europe/Copenhagen", summer).offset).toBe("GMT+2")
  expect(zoneOption("en", "America/New_York", winter).name).toBe("America/New York")
})

test("every zone that the engine knows can be chosen once, and UTC", () => {
  const zones = zoneNames()
  expect(new Set(zones)).toEqual(new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]))
  expect(zones).toHaveLength(new Set(zones).size)
})
