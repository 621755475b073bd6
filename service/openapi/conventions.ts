/** What holds for every operation, as Markdown: the description's preface (specification 5 and 8, decisions). */
export const conventions = `Lists and single records of the employee-app platform, and changes to its departments.

**Access.** Every request carries an access token of the OAuth 2 client credentials grant. One of the scopes that an operation names is enough.

**Filters.** \`prop=value\` is short for \`prop[eq]=value\`. The operators are \`eq\`, \`ne\`, \`lt\`, \`lte\`, \`gt\` and \`gte\`; all conditions hold at once, and one property may carry several. An empty value tests for null: \`prop=\` has none, \`prop[ne]=\` has one. Texts are compared whole, with upper and lower case told apart.

**Sorting.** \`sort=a,-b\` sorts by a, then by b descending. Nulls come last ascending and first descending.

**Paging.** \`nextUrl\` is there while more records exist, and \`previousUrl\` once a cursor was followed: request them as they are. A cursor is good for 6 hours; afterwards the answer is 410, and reading starts over. \`count\` is the number of records in \`data\`.

**Refusals.** The body is always \`{ errorCode, message, details? }\`. A path that is not described here is 404 \`unknown_path\`; another method on one that is, 405 \`method_not_allowed\` with \`Allow\`.

**Values.** Guids are sent in lower case. Times are ISO 8601 with 0 to 7 fractional digits.`
