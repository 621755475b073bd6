import { randomUUID } from "node:crypto"
import type { RecordOf, records } from "@/lib/catalogue"
import type { TestService } from "./test-service"

export type Department = RecordOf<(typeof records)["department"]["fields"]>

/** A valid stored department with a value in every field. */
export const sampleDepartment = (values: Partial<Department> = {}): Department => ({
  id: randomUUID(),
  url: null,
  creationDateTime: "2026-01-01T08:00:00Z",
  lastModifiedDateTime: "2026-01-02T08:00:00Z",
  name: "Aarhus",
  parentId: null,
  externalId: "DK-1",
  dataSource: "manual",
  addressLine: "Ryesgade 1",
  addressLine2: "1. sal",
  zipCode: "8000",
  city: "Aarhus C",
  defaultPhoneCountryCode: 45,
  phoneNumber: { countryCode: 45, number: "70999001" },
  managerUserId: randomUUID(),
  showInContacts: true,
  showInHighscores: true,
  showInActivityStatistics: true,
  contentCulture: "da-DK",
  uiCulture: "da-DK",
  type: "Store",
  timeZone: "Europe/Copenhagen",
  email: "aarhus@nordlys.example",
  userLanguageEnabled: true,
  selectedCultures: ["da-DK", "en-GB"],
  showDepartmentManagerPublic: true,
  showEmployeeList: true,
  showDepartmentUsersInPublicContacts: true,
  showDepartmentInTaggingOverview: true,
  showUsersInTaggingOverview: true,
  showContactList: true,
  locales: [{ culture: "da-DK", description: "Butik" }],
  ...values,
})

/** The response to a PATCH. */
export interface PatchAnswer {
  readonly status: number
  readonly headers: Headers
  readonly data?: Department
  readonly errorCode?: string
  readonly message?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** Loads departments and changes them through the API, as the demo client by default. */
export async function openDepartments(service: TestService) {
  const authorization = `Bearer ${await service.token()}`
  return {
    async load(...departments: Department[]): Promise<void> {
      await service.store.loadRecords(
        "department",
        departments.map((values) => ({ values })),
      )
    },
    async send(id: string, init: RequestInit, version = "v1.2"): Promise<PatchAnswer> {
      const response = await service.get(`/${version}/departments/${id}`, {
        method: "PATCH",
        ...init,
        headers: {
          authorization,
          "content-type": "application/json-patch+json",
          ...(init.headers as Record<string, string> | undefined),
        },
      })
      const body = (await response.json()) as object
      return { status: response.status, headers: response.headers, ...body }
    },
    patch(id: string, operations: unknown, version?: string): Promise<PatchAnswer> {
      return this.send(id, { body: JSON.stringify(operations) }, version)
    },
    /** Reads the department as v1.4 returns it, with its dataSource. */
    async read(id: string): Promise<Department> {
      const response = await service.get(`/v1.4/departments?id=${id}`)
      const [department] = ((await response.json()) as { data: Department[] }).data
      if (!department) throw new Error(`There is no department ${id}.`)
      return department
    },
  }
}

export type Departments = Awaited<ReturnType<typeof openDepartments>>

/** The paths in an error's details, sorted. */
export const pathsOf = ({ details = [] }: PatchAnswer): string[] =>
  details.map(({ path }) => path).sort()
