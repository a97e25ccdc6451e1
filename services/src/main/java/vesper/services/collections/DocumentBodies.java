package vesper.services.collections;

import java.util.List;
import vesper.codec.BadField;
import vesper.codec.DecodeResult;
import vesper.documents.Refusal;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Converts the outcome of reading a request body to its value, or throws a problem that describes the fault. */
public final class DocumentBodies {
    private static final ProblemType MISMATCH = ProblemType.ofStatus(422);

    private DocumentBodies() {}

    /** @throws ProblemException 400 if it is not JSON, 413 if it is too large, 422 with each field that does not fit */
    public static <T> T value(DecodeResult<T> decoded) {
        return switch (decoded) {
            case DecodeResult.Value<T>(T value) -> {
                if (value == null) throw mismatch(List.of(new BadValue("#", "is null")));
                yield value;
            }
            case DecodeResult.Malformed<T> malformed ->
                throw ProblemType.BAD_REQUEST
                        .because("The body is not JSON")
                        .withErrors(List.of(new BadValue("#", message(malformed))))
                        .exception();
            case DecodeResult.TooLarge<T>(String reason) ->
                throw ProblemType.TOO_LARGE.because(reason).exception();
            case DecodeResult.Mismatch<T>(List<BadField> fields) ->
                throw mismatch(fields.stream()
                        .map(field -> new BadValue("#" + field.pointer(), field.detail()))
                        .toList());
        };
    }

    /** @throws ProblemException if the body is empty */
    public static byte[] required(byte[] body) {
        if (body.length > 0) return body;
        throw ProblemType.BAD_REQUEST
                .because("The body is missing")
                .withErrors(List.of(new BadValue("#", "is missing")))
                .exception();
    }

    public static ProblemException invalid(List<Refusal> reasons) {
        return mismatch(reasons.stream()
                .map(it -> new BadValue("#" + it.pointer(), it.reason()))
                .toList());
    }

    private static ProblemException mismatch(List<BadValue> errors) {
        return MISMATCH.because("The body does not fit").withErrors(errors).exception();
    }

    private static String message(DecodeResult.Malformed<?> malformed) {
        return malformed.line() == 0
                ? malformed.reason()
                : malformed.reason() + " (line " + malformed.line() + ", column " + malformed.column() + ")";
    }
}
