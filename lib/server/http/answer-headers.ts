/** What every answer of the dashboard's own API carries: for one person, kept nowhere, read by no other site. */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  "cache-control": "private, no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
})
