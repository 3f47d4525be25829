// Styles that a page loads with itself. The build makes files of them.
declare module "*.css";
