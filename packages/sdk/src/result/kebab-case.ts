/** Lower-case words separated by dashes, as in `review-next-card`. */
export const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
