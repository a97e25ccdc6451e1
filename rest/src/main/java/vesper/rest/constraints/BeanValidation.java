package vesper.rest.constraints;

import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.spi.nodenameprovider.JavaBeanProperty;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.rest.binding.Argument;

/**
 * Hibernate Validator, made when the first constraint of a package is met and never before. It keeps what it has
 * learned of the package's classes, so each package has one of its own.
 */
public final class BeanValidation {
    private final Validator validator;

    private BeanValidation(Validator validator) {
        this.validator = validator;
    }

    /** What is checked so that what it takes to check anything is loaded: something wrong, with the same inside. */
    private record Sample(@NotBlank String text, List<@Valid Sample> inside) {}

    /**
     * One that names properties as this codec does.
     *
     * @param threads loads what the first check would load, some hundred classes, for which the event loop of whoever
     *     asks first would stand still
     */
    public static BeanValidation of(Codec codec, Executor threads) {
        HibernateValidator provider = new HibernateValidator();
        BeanValidation made = new BeanValidation(Validation.byProvider(HibernateValidator.class)
                .providerResolver(() -> List.of(provider))
                .configure()
                .ignoreXmlConfiguration()
                .messageInterpolator(new ConstraintMessages())
                .propertyNodeNameProvider(property -> property instanceof JavaBeanProperty bean
                        ? codec.nameOf(bean.getDeclaringClass(), bean.getName())
                        : property.getName())
                // As in Spring: a class may ask for more than the interface that it implements.
                .allowOverridingMethodAlterParameterConstraint(true)
                .allowParallelMethodsDefineParameterConstraints(true)
                .buildValidatorFactory()
                .getValidator());
        try {
            threads.execute(made::warm);
        } catch (RejectedExecutionException e) {
            // Then whoever asks first loads it.
        }
        return made;
    }

    private void warm() {
        Sample wrong = new Sample("", List.of());
        @Nullable Object[] arguments = {"", List.of(wrong)};
        for (Constructor<?> made : Sample.class.getDeclaredConstructors())
            validator.forExecutables().validateConstructorParameters(made, arguments);
    }

    /**
     * The constraints of a method.
     *
     * @throws IllegalArgumentException if they are declared where they cannot be
     */
    public Constraints of(Object controller, Method method, Argument[] arguments) {
        try {
            // Looks at all that is declared on the method, so that a mistake is told at the start.
            validator
                    .getConstraintsForClass(controller.getClass())
                    .getConstraintsForMethod(method.getName(), method.getParameterTypes());
        } catch (ValidationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return new MethodConstraints(validator, controller, method, arguments);
    }
}
