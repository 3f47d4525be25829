import { describe, expect, it } from "vitest";
import { asksForSecret, namesSecret } from "./asks-for-secret.ts";

describe("namesSecret", () => {
  it.each([
    "password",
    "userPassword",
    "PASSWORD_CONFIRM",
    "New password",
    "pass-phrase",
    "passcode",
    "db_pwd",
    "apiKey",
    "API_KEY",
    "apikey",
    "OPENAI_API_KEY",
    "private key",
    "SSH private key (PEM)",
    "client_secret",
    "token",
    "githubToken",
    "Personal access token",
    "refresh_tokens",
    "pin",
    "PIN",
    "card_pin",
    "Your PIN",
    "pinCode",
    "cvv",
    "CVC2",
    "cardNumber",
    "Credit card number",
    "otp",
    "One-time code",
    "verification code",
    "6-digit code",
    "2FA code",
    "The code we just sent you",
    "Code from your authenticator",
    "Seed phrase of the wallet",
    "credentials",
    "Contraseña",
    "Mot de passe",
    "пароль",
    "密码",
    "p@ssw0rd",
    "pаsswоrd",
    "ｐａｓｓｗｏｒｄ",
    "p a s s w o r d",
    "P.A.S.S.W.O.R.D",
    "P4SSW0RD",
    "MyPassWord1",
    "pwd2",
    "pa\u00adss\u200bword",
    "Hasło",
    "Lösenord",
    "Adgangskode",
    "Mật khẩu",
    "API-Schlüssel",
    "Clé d'accès",
    "Clave secreta",
    "κωδικός πρόσβασης",
    "ПИН-код",
    "验证码",
    "パスワード",
    "인증번호",
    "รหัสผ่าน",
  ])("finds a secret: %s", (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    "name",
    "city",
    "email",
    "postal code",
    "country_code",
    "discount code",
    "key",
    "issueKey",
    "passenger",
    "passport country",
    "compass heading",
    "pinned",
    "Message to pin",
    "opinion",
    "shipping address",
    "max_tokens",
    "nextToken",
    "page token",
    "Number of tokens",
    "secret_name",
    "tokenExpiry",
    "password policy",
    "Token budget",
    "tokenizer",
    "secretary",
    "card holder",
  ])("finds none: %s", (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});

describe("asksForSecret", () => {
  it.each([
    "Please enter your password",
    "To go on, type the admin password again.",
    "What is your API key?",
    "Paste the GitHub token here",
    "Provide your card number and CVV",
    "Enter the code we sent to your phone",
    "Please confirm your P@ssw0rd",
    "Введите пароль",
    "Geben Sie Ihr Passwort ein",
    "Entrez votre mot de passe",
    "Inserisci la password",
    "Podaj hasło",
    "请输入验证码",
    "Password:",
    "API key, please",
  ])("finds a request for a secret: %s", (sentence) => {
    expect(asksForSecret(sentence)).toBe(true);
  });

  it.each([
    "Which city do you mean?",
    "Enter a name for the API key",
    "The password was changed. Which region shall be next?",
    "Enter the reason for the new token",
    "How many tokens may it use?",
    "Rotate the API key?",
    "Welche Stadt ist gemeint?",
    "Quelle est votre adresse ?",
  ])("finds none: %s", (sentence) => {
    expect(asksForSecret(sentence)).toBe(false);
  });
});

it("takes no longer for a hostile text than for any other", () => {
  const hostile = `enter ${"a ".repeat(20_000)}code ${"sent".repeat(20_000)}`;

  expect(namesSecret(hostile)).toBe(false);
  expect(asksForSecret(hostile)).toBe(false);
});
