package vesper.launcher.admin;

import java.util.List;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Checks the bounds of request parameters. */
final class ParameterBounds {
    private ParameterBounds() {}

    /** @throws ProblemException with status 400 if the value is out of bounds */
    static void require(String parameter, long value, long least, long most) {
        if (value >= least && value <= most) return;
        throw bad(parameter, "is not from " + least + " to " + most);
    }

    static ProblemException bad(String place, String why) {
        return ProblemType.BAD_REQUEST
                .because("The parameter " + place + " " + why)
                .withErrors(List.of(new Problem.BadValue(place, why)))
                .exception();
    }
}
