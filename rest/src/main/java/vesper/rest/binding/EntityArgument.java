package vesper.rest.binding;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.RequestEntity;
import vesper.http.Request;
import vesper.rest.operations.Input;

/** Binds body and header fields together, as Spring's {@code HttpEntity} or {@code RequestEntity}. */
final class EntityArgument implements Argument {
    private final BodyArgument body;
    private final boolean whole;

    /**
     * Creates the argument.
     *
     * @param whole true for a {@code RequestEntity}, which also has method and target
     */
    EntityArgument(BodyArgument body, boolean whole) {
        this.body = body;
        this.whole = whole;
    }

    @Override
    public Object of(Call call) throws IOException {
        Object content = body.of(call);
        HttpHeaders headers = HeaderFields.forSpring(call);
        if (!whole) return new HttpEntity<>(content, headers);
        Request request = call.request();
        return new RequestEntity<>(
                content, headers, HttpMethod.valueOf(request.method().name()), target(request));
    }

    @Override
    public Optional<Input> input() {
        return body.input();
    }

    /** Returns path and query. Encodes the characters that browsers leave unencoded and {@link URI} rejects. */
    private static URI target(Request request) {
        StringBuilder target = new StringBuilder(request.path());
        if (!request.query().isEmpty()) target.append('?').append(request.query());
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if ("[]|^{}\\`".indexOf(c) >= 0) target.replace(i, i + 1, String.format("%%%02X", (int) c));
        }
        return URI.create(target.toString());
    }
}
