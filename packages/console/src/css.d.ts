/** A style sheet that a page brings with it. */
declare module "*.css";
