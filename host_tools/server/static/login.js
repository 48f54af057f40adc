import { $, api } from "./lib.js";

$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const error = $("login-error");
  error.hidden = true;
  try {
    await api("/api/login", { user: form.user.value, password: form.password.value });
    location.href = "/";
  } catch (fault) {
    error.textContent = fault.message;
    error.hidden = false;
    form.password.select();
  }
});
