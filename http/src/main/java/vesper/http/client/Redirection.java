package vesper.http.client;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import vesper.http.Method;

/** The request that a 3xx response redirects a call to, derived from the original one (RFC 9110, section 15.4). */
final class Redirection {
    /** Fields that identify the caller. They must only go to the origin for which they were set. */
    private static final Set<String> CREDENTIALS = Set.of("authorization", "cookie", "proxy-authorization");

    private Redirection() {}

    static boolean isCredential(String lowerCaseName) {
        return CREDENTIALS.contains(lowerCaseName);
    }

    /**
     * Returns the request to make instead; empty if the response goes to the caller.
     *
     * @param visited URIs that the call has visited; the current one is added
     */
    static Optional<ClientRequest> next(
            ClientRequest request, ResponseHead head, Redirects redirects, List<URI> visited)
            throws RedirectRefusedException {
        boolean moves = switch (head.status()) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
        if (!moves || redirects.most() == 0) return Optional.empty();
        List<String> locations = head.headers().all("Location");
        if (locations.isEmpty()) return Optional.empty();
        if (locations.size() > 1) throw refused(request, "it has more than one Location");
        if (visited.size() == redirects.most())
            throw refused(request, "it is one more than the " + redirects.most() + " that are followed");

        ClientRequest next = adapted(request, head.status(), target(request, locations.getFirst()));
        visited.add(request.uri());
        if (visited.contains(next.uri()) && next.method() == request.method())
            throw refused(request, "it is a loop: " + chain(visited) + " and there again");
        if (request.origin().secure() && !next.origin().secure() && !redirects.toPlainHttp())
            throw refused(request, "it leads from https to plain " + next.origin());
        return Optional.of(
                next.origin().equals(request.origin()) ? next : next.withoutFields(Redirection::isCredential));
    }

    private static ClientRequest adapted(ClientRequest request, int status, URI target)
            throws RedirectRefusedException {
        ClientRequest moved;
        try {
            moved = request.at(target);
        } catch (IllegalArgumentException e) {
            throw refused(request, "it leads to a place that cannot be asked, " + e.getMessage());
        }
        boolean becomesGet = (status == 303 && request.method() != Method.HEAD)
                || ((status == 301 || status == 302) && request.method() == Method.POST);
        if (becomesGet) return moved.asking(Method.GET);
        if (!request.content().isReplayable()) throw refused(request, "its content cannot be sent twice");
        return moved;
    }

    private static URI target(ClientRequest request, String location) throws RedirectRefusedException {
        try {
            return Reference.resolve(request.uri(), URI.create(location));
        } catch (IllegalArgumentException e) {
            throw new RedirectRefusedException(request + ": its redirect is not followed, its Location is no URI", e);
        }
    }

    private static RedirectRefusedException refused(ClientRequest request, String why) {
        return new RedirectRefusedException(request + ": its redirect is not followed, " + why, null);
    }

    /** Formats the URIs without queries, which may contain secrets. */
    private static String chain(List<URI> visited) {
        return String.join(
                " to ",
                visited.stream().map(uri -> Origin.of(uri) + uri.getRawPath()).toList());
    }
}
