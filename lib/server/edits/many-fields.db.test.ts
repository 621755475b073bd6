import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { diffDocuments, planUndo, printPatch } from "@/lib/json-patch"
import { type Department, sampleDepartment } from "@/service/testing/departments"
import { fixedDepartmentFields, patchLimit } from "../../catalogue"
import { personOf } from "../testing/test-bff"
import { type EditWorld, openEditWorld, pageHeaders } from "./testing/open-edit-world"

let world: EditWorld
beforeAll(async () => {
  world = await openEditWorld(inject("databaseUrl"))
})
afterAll(() => world?.close())

/** Changes every editable field. One test operation per change would exceed the patch limit. */
function changeAll(before: Department, parentId: string): Department {
  const turned = Object.entries(before).map(([name, value]) => {
    if (fixedDepartmentFields.includes(name)) return [name, value]
    return [name, typeof value === "boolean" ? !value : `${value} 2`]
  })
  return {
    ...(Object.fromEntries(turned) as Department),
    parentId,
    managerUserId: randomUUID(),
    type: "Region",
    timeZone: "Europe/Oslo",
    email: "oslo@nordlys.example",
    contentCulture: "nb-NO",
    uiCulture: "nb-NO",
    defaultPhoneCountryCode: 47,
    phoneNumber: { countryCode: 47, number: "12345678" },
    selectedCultures: ["nb-NO"],
    locales: [{ culture: "nb-NO", description: "Region" }],
  }
}

async function send(id: string, version: string, text: string): Promise<string> {
  const { status, body } = await world.bff.ask(`/${version}/departments/${id}`, {
    session: personOf("admin"),
    method: "PATCH",
    headers: new Headers(pageHeaders),
    body: new Blob([text]).stream(),
  })
  return status === 200 ? "200" : `${status} ${body.code}`
}

const withoutTime = ({ lastModifiedDateTime: _, ...fields }: Department) => fields

test.each(["v1.2", "v1"])(
  "a guarded patch can change all fields of a department in %s and be undone from the patch itself",
  async (version) => {
    const [department, parent] = [sampleDepartment(), sampleDepartment()]
    await world.departments.load(parent, department)
    const id = `${department.id}`
    const before = await world.departments.read(id)
    const wanted = changeAll(before, `${parent.id}`)
    const patch = diffDocuments({ ...before }, { ...wanted })
    expect(patch.length).toBeGreaterThan(patchLimit / 2 + 1)
    expect(await send(id, version, printPatch(patch))).toBe("200")
    const after = await world.departments.read(id)
    expect(withoutTime(after)).toEqual(withoutTime(wanted))

    expect(await send(id, version, printPatch(patch))).toBe("409 test_failed")
    const undo = planUndo(patch, { ...after })
    if (!undo.ok) throw new Error(undo.reason)
    expect(await send(id, version, printPatch(diffDocuments({ ...after }, undo.target)))).toBe(
      "200",
    )
    expect(withoutTime(await world.departments.read(id))).toEqual(withoutTime(before))
  },
)
