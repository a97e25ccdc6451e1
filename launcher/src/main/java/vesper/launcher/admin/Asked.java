package vesper.launcher.admin;

import java.util.List;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** What is asked for in parameters, within the bounds that they have. */
final class Asked {
    private Asked() {}

    /** @throws ProblemException with 400 where it is outside */
    static void between(String parameter, long value, long least, long most) {
        if (value >= least && value <= most) return;
        throw bad(parameter, "is not from " + least + " to " + most);
    }

    static ProblemException bad(String place, String why) {
        return ProblemType.BAD_REQUEST
                .because("The parameter " + place + " " + why)
                .at(List.of(new Problem.BadValue(place, why)))
                .exception();
    }
}
