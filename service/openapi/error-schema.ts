import type { JsonObject } from "@/lib/catalogue/openapi/json"
import { errorCodes } from "../errors"

const detailSchema = {
  type: "object",
  properties: {
    parameter: { type: "string", description: "What is wrong in the path or query." },
    path: { type: "string", description: "What is wrong in the body, as a JSON Pointer." },
    message: { type: "string" },
  },
  required: ["message"],
}

/** The body of every refusal (decisions "Errors"). */
export const errorSchema: JsonObject = {
  type: "object",
  properties: {
    errorCode: { type: "string", examples: errorCodes, "x-known-values": errorCodes },
    message: { type: "string", description: "One sentence that a person can act on." },
    details: { type: "array", items: detailSchema },
    acceptedScopes: { type: "array", items: { type: "string" } },
  },
  required: ["errorCode", "message"],
}
