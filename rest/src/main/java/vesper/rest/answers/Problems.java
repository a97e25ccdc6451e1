package vesper.rest.answers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.media.Accept;
import vesper.rest.media.ResponseMediaType;

/** Writes problems (RFC 9457) as JSON, or as XML or HTML for clients that prefer it. */
public final class Problems {
    private static final ResponseMediaType JSON = ResponseMediaType.of("application/problem+json");
    private static final ResponseMediaType XML = ResponseMediaType.of("application/problem+xml");
    private static final List<ResponseMediaType> OFFERED =
            List.of(JSON, XML, ResponseMediaType.JSON, ResponseMediaType.XML, ResponseMediaType.TEXT_XML);

    private final Codec codec;

    public Problems(Codec codec) {
        this.codec = codec;
    }

    public Response respond(Problem problem, Request request) {
        Accept accept = Accept.of(request.headers());
        if (accept.prefersHtml()) return ProblemPage.fill(headOf(problem), problem);
        boolean xml = accept.best(OFFERED)
                .flatMap(ResponseMediaType::format)
                .filter(format -> format == MediaFormat.XML)
                .isPresent();
        Response response = headOf(problem);
        return xml
                ? response.header("Content-Type", XML.written())
                        .body(ProblemXml.of(problem).getBytes(UTF_8))
                : response.header("Content-Type", JSON.written()).body(codec.write(MediaFormat.JSON, members(problem)));
    }

    private static Response headOf(Problem problem) {
        Response response = Response.of(problem.type().status());
        problem.headers().forEach(response::header);
        return response;
    }

    private static Map<String, Object> members(Problem problem) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", problem.type().type());
        members.put("title", problem.type().title());
        members.put("status", problem.type().status());
        if (!problem.detail().isEmpty()) members.put("detail", problem.detail());
        if (!problem.errors().isEmpty()) members.put("errors", problem.errors());
        problem.members().forEach(members::putIfAbsent);
        return members;
    }
}
