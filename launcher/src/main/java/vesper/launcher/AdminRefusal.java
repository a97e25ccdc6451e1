package vesper.launcher;

import tools.jackson.core.JacksonException;

/** Explains to people why a server did not answer a request. */
final class AdminRefusal {
    private final ServerAddress address;

    AdminRefusal(ServerAddress address) {
        this.address = address;
    }

    /** Returns the message for a response with a status other than 200. */
    String of(int status, String body) {
        String detail = detailOf(body);
        if (status == 400 && detail.contains("TLS"))
            return "this port speaks TLS: use " + address.url().replaceFirst("^http:", "https:");
        return address.url() + " answered " + status + why(status, detail);
    }

    private String why(int status, String detail) {
        String told = detail.isEmpty() ? "" : " (" + detail.replaceFirst("\\.$", "") + ")";
        return switch (status) {
            case 401 ->
                address.token().isEmpty()
                        ? ": it wants its admin.token; --token TOKEN or VESPER_ADMIN_TOKEN says it"
                        : ": the token that was shown is not its admin.token; --token TOKEN says another";
            case 403 -> ": it does not tell this caller" + told;
            case 404 -> ": it is probably not a Vesper server";
            case 503 -> ": it is starting or has too much to do; try again" + told;
            default -> told;
        };
    }

    /** Returns the detail of a problem document; empty if the body is not one. */
    private static String detailOf(String body) {
        try {
            return JsonText.read(body).path("detail").asString("");
        } catch (JacksonException e) {
            return "";
        }
    }
}
