"""Tasks with shopping and orders."""

from __future__ import annotations

from phoneworld.apps.shop.browsing_tasks import AddWish, AlreadyWished, CheapestRated, MoveToWishes
from phoneworld.apps.shop.cart_tasks import (
    AddAfterAsking,
    AddToCart,
    BestCoupon,
    BuyProduct,
    ChangeQuantity,
    VariantSoldOut,
)
from phoneworld.apps.shop.order_tasks import (
    AddAddress,
    ArrivalDay,
    CancelOrder,
    RefuseFalseClaim,
    ReturnItem,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    AddWish,
    AlreadyWished,
    ChangeQuantity,
    MoveToWishes,
    AddToCart,
    AddAfterAsking,
    VariantSoldOut,
    BuyProduct,
    BestCoupon,
    CheapestRated,
    CancelOrder,
    ReturnItem,
    RefuseFalseClaim,
    ArrivalDay,
    AddAddress,
)
