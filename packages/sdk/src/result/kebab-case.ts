/** Words in lower case with dashes between them, as in `review-next-card`. */
export const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
