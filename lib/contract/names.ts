import { z } from "zod"
import { isFaultCode } from "../catalogue"
import { defineRoute, type Immutable } from "./route"
import { guidText } from "./values"

/** The most that an upload of users' names may hold. */
export const namesUploadLimits = { rows: 500_000, bytes: 64 * 1024 * 1024 } as const

/** How many ids are looked up at once. */
export const lookupLimit = 1000

/** How many letters a text has at least by which names are searched. */
const minLetters = 3

const names = z.record(z.guid(), z.string())

const departmentNames = z.strictObject({
  names,
  /** The types of the departments at each level of the tree, the top first, at each the most frequent first. */
  levels: z.array(z.array(z.string())).exactOptional(),
  /** When the list was last read whole; absent before the first time. */
  asOf: z.iso.datetime().optional(),
})
/** The names of all departments by id. */
export type DepartmentNames = Immutable<z.output<typeof departmentNames>>

const upload = z.strictObject({
  count: z.number(),
  /** Milliseconds since 1970; absent where nothing was brought. */
  uploadedAt: z.number().optional(),
  uploadedBy: z.string().nullable().optional(),
  /** Departments as the upload writes them that are none of the platform's, or several, with how many people have them. */
  unplaced: z.array(
    z.strictObject({ text: z.string(), people: z.number(), isAmbiguous: z.boolean() }),
  ),
  limits: z.strictObject({ rows: z.number(), bytes: z.number() }),
})
/** How many names of users an administrator brought, and how many there may be. */
export type UserNamesUpload = Immutable<z.output<typeof upload>>

const uploaded = z.strictObject({
  count: z.number(),
  /** What is wrong with the lines that were left out, the first 1,000. */
  errors: z.array(
    z.strictObject({
      /** `line 3`. */
      parameter: z.string(),
      /** Counted from 1. */
      line: z.number(),
      message: z.string(),
      fault: z.strictObject({
        code: z.string().refine(isFaultCode),
        figure: z.number().exactOptional(),
      }),
    }),
  ),
})
/** What an upload of users' names has brought. */
export type UploadedNames = Immutable<z.output<typeof uploaded>>

const details = z.strictObject({
  department: z.string().exactOptional(),
  title: z.string().exactOptional(),
  /** Of nobody for those who may not know all names. */
  email: z.string().exactOptional(),
})
/** What is known of a user beside their name. */
export type UserDetails = Immutable<z.output<typeof details>>

const found = z.strictObject({
  names,
  /** Of those of them of whom anything is known beside their name. */
  details: z.record(z.guid(), details).exactOptional(),
  /** How many are known in all. */
  known: z.number(),
})
/** Some names by id, and how many are known in all. */
export type FoundNames = Immutable<z.output<typeof found>>

const byId = z.strictObject({
  ids: z.array(guidText).max(lookupLimit),
})
const byText = z.strictObject({
  text: z
    .string()
    .max(200)
    .regex(/^[^\0\p{Surrogate}]*$/u)
    .refine(
      (text) => [...text.trim()].length >= minLetters,
      `must have ${minLetters} letters at least`,
    ),
})

/** The names of departments, which the platform's list tells, and of users, which an administrator brings. */
export const namesContract = {
  readDepartmentNames: defineRoute({
    name: "read-department-names",
    method: "GET",
    path: "/api/names/departments",
    summary: "Read the names of all departments",
    permission: "users:read",
    scope: "all",
    answer: departmentNames,
    problems: [],
  }),
  readUserNames: defineRoute({
    name: "read-user-names",
    method: "GET",
    path: "/api/names/users",
    summary: "Read how many names of users there are",
    permission: "names:write",
    scope: "none",
    answer: upload,
    problems: ["took_too_long"],
  }),
  uploadUserNames: defineRoute({
    name: "upload-user-names",
    method: "PUT",
    path: "/api/names/users",
    summary: "Put a file's names in the place of all names of users",
    permission: "names:write",
    scope: "none",
    query: z.object({
      /** Leaves faulty lines out; else one of them refuses the file. */
      take: z.literal("good", "must be good, or absent").optional(),
    }),
    upload: "text/csv",
    limit: { bytes: namesUploadLimits.bytes },
    answer: uploaded,
    problems: ["invalid_import", "upload_too_slow", "too_many_requests", "took_too_long"],
  }),
  removeUserNames: defineRoute({
    name: "remove-user-names",
    method: "DELETE",
    path: "/api/names/users",
    summary: "Remove all names of users",
    permission: "names:write",
    scope: "none",
    answer: null,
    problems: ["took_too_long"],
  }),
  /** By text for HR managers and administrators alone; by id for analysts of departments' managers. */
  lookUpUserNames: defineRoute({
    name: "look-up-user-names",
    method: "POST",
    path: "/api/names/users/lookup",
    summary: "Look up the names of users by id, or search them",
    permission: "users:read",
    scope: "all",
    body: z.union([byId, byText]),
    answer: found,
    problems: ["too_many_requests", "took_too_long"],
  }),
}
