/**
 * The form above the API reference by which a visitor signs in and makes an API key. The session is a cookie that
 * scripts cannot read; the key is shown once, given to the page and stored nowhere.
 */
