import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { exportOrderOf } from "./export-order"
import { orderFor } from "./testing/open-export-world"

const saved = orderFor("departments", { query: "sort=city" })

test("A saved order names whose rows it exports; one from before there were scopes is of all.", () => {
  for (const order of [saved, { ...saved, scope: "all" }])
    expect(exportOrderOf(catalogue, JSON.stringify(order)).order).toEqual({
      ...saved,
      scope: "all",
    })
})

test("An order with a parameter that its list does not have is refused by name.", () => {
  const order = orderFor("departments", { parameters: { dataSetId: "7" } })
  expect(() => exportOrderOf(catalogue, JSON.stringify(order))).toThrow(
    expect.objectContaining({
      code: "invalid_body",
      parts: { errors: [{ parameter: "dataSetId", message: "dataSetId is not known here." }] },
    }),
  )
})

// rules: A report page 4
test("An order whose rows are not known here is refused, not taken for all.", () => {
  for (const scope of ["", null, "everybody", { person: "somebody" }])
    expect(() => exportOrderOf(catalogue, JSON.stringify({ ...saved, scope }))).toThrow(
      "invalid_body",
    )
})
