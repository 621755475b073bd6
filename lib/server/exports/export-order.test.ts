import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { exportOrderOf } from "./export-order"
import { orderFor } from "./testing/open-export-world"

const saved = orderFor("departments", { query: "sort=city" })

test("A saved order has its scope; an order saved before scopes existed covers all rows.", () => {
  for (const order of [saved, { ...saved, scope: "all" }])
    expect(exportOrderOf(catalogue, JSON.stringify(order)).order).toEqual({
      ...saved,
      scope: "all",
    })
})

test("An order with a parameter that its list does not have is refused with the parameter's name.", () => {
  const order = orderFor("departments", { parameters: { dataSetId: "7" } })
  expect(() => exportOrderOf(catalogue, JSON.stringify(order))).toThrow(
    expect.objectContaining({
      code: "invalid_body",
      parts: { errors: [{ parameter: "dataSetId", message: "dataSetId is not known here." }] },
    }),
  )
})

// rules: A report page 4
test("An order with an unknown scope is refused, not treated as all rows.", () => {
  for (const scope of ["", null, "everybody", { person: "somebody" }])
    expect(() => exportOrderOf(catalogue, JSON.stringify({ ...saved, scope }))).toThrow(
      "invalid_body",
    )
})
