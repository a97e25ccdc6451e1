package vesper.services.collections;

import java.util.List;
import vesper.codec.BadField;
import vesper.codec.DecodeResult;
import vesper.documents.Refusal;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Converts the outcome of reading a request body to its value, or throws a problem that describes the fault. */
public final class SentBodies {
    private static final ProblemType UNFIT = ProblemType.ofStatus(422);

    private SentBodies() {}

    /** @throws ProblemException 400 if it is not JSON, 413 if it is too large, 422 with each field that does not fit */
    public static <T> T value(DecodeResult<T> decoded) {
        return switch (decoded) {
            case DecodeResult.Value<T>(T value) -> {
                if (value == null) throw unfit(List.of(new BadValue("#", "is null")));
                yield value;
            }
            case DecodeResult.Malformed<T> malformed ->
                throw ProblemType.BAD_REQUEST
                        .because("The body is no JSON")
                        .at(List.of(new BadValue("#", told(malformed))))
                        .exception();
            case DecodeResult.TooLarge<T>(String reason) ->
                throw ProblemType.TOO_LARGE.because(reason).exception();
            case DecodeResult.Mismatch<T>(List<BadField> fields) ->
                throw unfit(fields.stream()
                        .map(field -> new BadValue("#" + field.pointer(), field.detail()))
                        .toList());
        };
    }

    /** @throws ProblemException if the body is empty */
    public static byte[] required(byte[] body) {
        if (body.length > 0) return body;
        throw ProblemType.BAD_REQUEST
                .because("The body is missing")
                .at(List.of(new BadValue("#", "is missing")))
                .exception();
    }

    public static ProblemException refused(List<Refusal> reasons) {
        return unfit(reasons.stream()
                .map(it -> new BadValue("#" + it.pointer(), it.reason()))
                .toList());
    }

    private static ProblemException unfit(List<BadValue> places) {
        return UNFIT.because("What was sent does not fit").at(places).exception();
    }

    private static String told(DecodeResult.Malformed<?> malformed) {
        return malformed.line() == 0
                ? malformed.reason()
                : malformed.reason() + " (line " + malformed.line() + ", column " + malformed.column() + ")";
    }
}
